import createClient, {
  type BodySerializer,
  type Client,
  defaultBodySerializer,
  type FetchResponse,
  type ParamsOption,
  type RequestBodyOption,
} from 'openapi-fetch';
import type { HostName, HostPaths, Operation } from '../document/registered.ts';
import type { CallOptions } from './call-options.ts';

// The only module that imports openapi-fetch. Others use the aliases of this file.

/** The request of a typed call: `params` and `body` as in the document, and the options of a call. */
type HostRequest<DocumentOperation> = ParamsOption<DocumentOperation> &
  RequestBodyOption<DocumentOperation> &
  CallOptions;

/** The result of a typed call: `data` of a success or `error` of a refusal, and the `response`. */
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
 * The typed openapi-fetch client of one host, with the types of parameters, body and answers of each of its paths. A path of another
 * host does not compile.
 */
export type HostClient<Host extends HostName = HostName> = {
  readonly [Method in Operation['method']]: HostMethod<HostPaths[Host], Lowercase<Method>>;
};

/** An openapi-fetch client for operations that are known only at run time. Their input has been checked. */
// biome-ignore lint/suspicious/noExplicitAny: no single type describes all operations
export type OpenApiClient = Client<any>;

/** Writes a body as text: a form if the content type says so, otherwise JSON. */
export const serializeBody: BodySerializer<unknown> = defaultBodySerializer;

/** Creates an openapi-fetch client for each host that has an address. */
export function createOpenApiClients(
  hosts: Partial<Record<HostName, string>>,
): Partial<Record<HostName, OpenApiClient>> {
  const clients = Object.entries<string>(hosts).map(([host, baseUrl]) => [host, createOpenApiClient(baseUrl)]);
  return Object.fromEntries(clients);
}

const createOpenApiClient = <Host extends HostName>(baseUrl: string): Client<HostPaths[Host]> =>
  createClient<HostPaths[Host]>({
    baseUrl: new URL(baseUrl).href,
    // Following a redirect would send headers and body to another origin.
    redirect: 'manual',
  });
