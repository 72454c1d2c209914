import type { FetchResponse, ParamsOption, RequestBodyOption } from 'openapi-fetch';
import type { OperationId } from '../document/operation-types.ts';
import type { HostName, HostPaths, Operation } from '../document/registered.ts';
import { fail } from '../errors.ts';
import { OptionFaults, type RequestInput } from '../input.ts';
import { type CallOptions, callOptionNames } from '../options.ts';
import { readSuccess } from './answers.ts';
import { send, type Transport } from './call.ts';

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
type HostClient<Host extends HostName = HostName> = {
  readonly [Method in Operation['method']]: HostMethod<HostPaths[Host], Lowercase<Method>>;
};

/**
 * Every operation of the document, by host and path, called as in openapi-fetch. Tokens, checks, retries, deadline and observers
 * work as they do for resources. A refusal is returned as `error`, not thrown; it may have no body, so check `response.ok`. If no
 * answer comes, the call throws an EscrowError. Tokens in an answer are plain text.
 * @example await escrow.hosts.contract.POST('/api/external/contracts', { body, timeoutInMs: 5_000 })
 */
export type HostClients = { readonly [Host in HostName]: HostClient<Host> };

/** The request of a typed call, not checked yet. */
interface GivenRequest extends CallOptions {
  params?: Omit<RequestInput, 'body'>;
  body?: unknown;
}

const methods: readonly Operation['method'][] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Creates the typed clients. */
export function createHostClients(transport: Transport): HostClients {
  const { operationTable, hostNames } = transport.client.deployment;
  const operationIds = new Map(
    Object.entries<Operation>(operationTable).map(([id, { host, method, template }]) => [
      `${host} ${method} ${template}`,
      id as OperationId,
    ]),
  );
  const clientOf = (host: HostName) => {
    const entries = methods.map((method) => [
      method,
      (path: string, request?: GivenRequest) => {
        const operationId = operationIds.get(`${host} ${method} ${path}`);
        return call(transport, { operationId, host, method }, request);
      },
    ]);
    return Object.fromEntries(entries);
  };
  return Object.fromEntries(hostNames.map((host) => [host, clientOf(host)])) as HostClients;
}

/** The message does not quote the path: if the caller has filled it in, it contains IDs. */
const pathRemedy = 'Use a path of this host as in the document, with its parameters in braces.';

async function call(
  transport: Transport,
  { operationId, host, method }: { operationId: OperationId | undefined; host: HostName; method: string },
  given: GivenRequest = {},
): Promise<object> {
  if (!operationId)
    fail('configuration', `hosts.${host} has no ${method} for this path: nothing was sent. ${pathRemedy}`);
  const faults = new OptionFaults();
  faults.group('', given, ['params', 'body', ...callOptionNames]);
  faults.throwIfAny('was not sent', { operationId, host });
  const { params, body, ...options } = given;
  return send(transport, { operationId, input: { ...params, body }, options }, (exchange) => {
    const { response, refusal } = exchange;
    return response.ok ? { data: readSuccess(exchange), response } : { error: refusal, response };
  });
}
