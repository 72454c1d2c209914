import createClient, {
  type Client,
  type FetchResponse,
  type ParamsOption,
  type RequestBodyOption,
} from 'openapi-fetch';
import type { HostName, HostPaths, Operation } from '../generated/operations.ts';
import type { CallOptions } from './call-options.ts';

// The one module that knows openapi-fetch: others name its types by the aliases of this file.

/** Headers of the caller. */
export type GivenHeaders = Readonly<Record<string, string>> | Headers;

/** What a typed call takes: `params` and `body` as the document has them, headers besides, and the options of a call. */
type HostRequest<DocumentOperation> = ParamsOption<DocumentOperation> &
  RequestBodyOption<DocumentOperation> & {
    /** Sent besides. `Accept`, `Authorization` and `Content-Type` are the client's. */
    headers?: GivenHeaders | undefined;
  } & CallOptions;

/** What a typed call resolves with: `data` of a success or `error` of a refusal, and the `response`. */
type HostAnswer<DocumentOperation extends object> = FetchResponse<DocumentOperation, object, `${string}/${string}`>;

/** The paths that have a method. */
type PathWith<Paths, Method extends string> = {
  [Path in keyof Paths]: Paths[Path] extends Record<Method, object> ? Path : never;
}[keyof Paths];

/** The operation of a path and a method. */
type OperationOf<PathItem, Method extends string> =
  PathItem extends Record<Method, infer Found extends object> ? Found : never;

type HostMethod<Paths, Method extends string> = <Path extends PathWith<Paths, Method>>(
  path: Path,
  ...request: object extends HostRequest<OperationOf<Paths[Path], Method>>
    ? [request?: HostRequest<OperationOf<Paths[Path], Method>>]
    : [request: HostRequest<OperationOf<Paths[Path], Method>>]
) => Promise<HostAnswer<OperationOf<Paths[Path], Method>>>;

/**
 * The typed openapi-fetch client of one host: its paths, and for each the types of parameters, body and answers that the
 * document states. A path of another host does not compile.
 */
export type HostClient<Host extends HostName = HostName> = {
  readonly [Method in Operation['method']]: HostMethod<HostPaths[Host], Lowercase<Method>>;
};

/** An openapi-fetch client that is called with an operation known at run time only; its input was checked before. */
// biome-ignore lint/suspicious/noExplicitAny: of one operation after another, which no single type describes
export type OpenApiClient = Client<any>;

/** One openapi-fetch client for each host whose address is set. */
export function createOpenApiClients(
  hosts: Partial<Record<HostName, string>>,
): Partial<Record<HostName, OpenApiClient>> {
  const clients = Object.entries(hosts).map(([host, baseUrl]) => [host, createOpenApiClient(baseUrl)]);
  return Object.fromEntries(clients);
}

const createOpenApiClient = <Host extends HostName>(baseUrl: string): Client<HostPaths[Host]> =>
  createClient<HostPaths[Host]>({
    baseUrl: new URL(baseUrl).href,
    // A redirect that is followed takes headers and body to another origin.
    redirect: 'manual',
  });
