import type { FetchResponse, ParamsOption, RequestBodyOption } from 'openapi-fetch';
import type { HostName, HostPaths, Operation } from '../document/registered.ts';
import type { CallOptions } from './call-options.ts';

/** Headers of the caller. */
export type GivenHeaders = Readonly<Record<string, string>> | Headers;

/** The request of a typed call: `params` and `body` as in the document, more headers, and the options of a call. */
type HostRequest<DocumentOperation> = ParamsOption<DocumentOperation> &
  RequestBodyOption<DocumentOperation> & {
    /** More headers to send. The client sets `Accept`, `Authorization` and `Content-Type` itself. */
    headers?: GivenHeaders | undefined;
  } & CallOptions;

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
