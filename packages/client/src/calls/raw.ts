import type { FetchResponse } from 'openapi-fetch';
import type { OperationId, OperationInput } from '../document/operation-types.ts';
import { fail } from '../errors/escrow-error.ts';
import { type HostName, hostNames, type Operation, operationTable, type Routes } from '../generated/operations.ts';
import type { operations } from '../generated/schema.ts';
import type { CallOptions } from '../transport/call-options.ts';
import { send, type Transport } from '../transport/send.ts';
import { readSuccess } from './read-success.ts';

type ParametersOf<Id extends OperationId> = Pick<OperationInput<Id>, 'path' | 'query'>;

/** What a raw call is given: parameters and body as openapi-fetch takes them, and the options of the call. */
export type RawRequest<Id extends OperationId> = (operations[Id]['parameters'] extends
  | { path: object }
  | { query: object }
  ? {
      /** The parameters: `path` and `query`. */
      params: ParametersOf<Id>;
    }
  : { params?: never }) &
  Pick<OperationInput<Id>, 'body'> & {
    /** Sent besides. `Authorization`, `Accept` and `Content-Type` are the client's. */
    headers?: Record<string, string> | Headers;
    /** The options of the call. */
    call?: CallOptions;
  };

type RawArguments<Id extends OperationId> =
  object extends RawRequest<Id> ? [request?: RawRequest<Id>] : [request: RawRequest<Id>];

/** What a raw call answers, as openapi-fetch does: `data` of a success, or `error` of a refusal, and the `response`. */
export type RawAnswer<Id extends OperationId> = FetchResponse<operations[Id], object, `${string}/${string}`>;

/** Calls by path. */
type RawMethod<Paths> = <Path extends keyof Paths>(
  path: Path,
  ...request: RawArguments<Paths[Path] & OperationId>
) => Promise<RawAnswer<Paths[Path] & OperationId>>;

/**
 * The document's paths by the names of their hosts, called as openapi-fetch calls them, on the client's transport: tokens,
 * checks, retries and deadline are the same. A refusal is not thrown but returned as `error`, and tokens in an answer are
 * plain text. Options of one call go into `call`. A path of another host does not compile.
 * @example await escrow.raw.contract.POST('/api/external/contracts', { body, call: { timeoutInMs: 5000 } })
 */
export type RawClients = {
  readonly [Host in HostName]: { readonly [Method in keyof Routes[Host]]: RawMethod<Routes[Host][Method]> };
};

/** A raw call, where its path is known at run time only. */
interface UntypedRequest {
  params?: { path?: unknown; query?: unknown };
  body?: unknown;
  headers?: Record<string, string> | Headers;
  call?: CallOptions;
}

/** The ids of the operations by host, method and path. */
const operationIds = new Map(
  Object.entries(operationTable).map(([id, { host, method, template }]) => [
    `${host} ${method} ${template}`,
    id as OperationId,
  ]),
);

const methods: readonly Operation['method'][] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Creates the raw clients. */
export function createRawClients(transport: Transport): RawClients {
  const clientOf = (host: HostName) => {
    const entries = methods.map((method) => [
      method,
      (path: string, request?: UntypedRequest) => sendRaw(transport, { host, method, path }, request),
    ]);
    return Object.fromEntries(entries);
  };
  return Object.fromEntries(hostNames.map((host) => [host, clientOf(host)])) as RawClients;
}

/** The path is not quoted: one that was filled in has ids in it. */
const pathRemedy = 'Give a path of this host as the document has it, its parameters in braces.';

async function sendRaw(
  transport: Transport,
  { host, method, path }: { host: HostName; method: string; path: string },
  { params, body, headers, call }: UntypedRequest = {},
): Promise<object> {
  const operationId = operationIds.get(`${host} ${method} ${path}`);
  if (!operationId) fail('configuration', `raw.${host} has no ${method} of this path: nothing was sent. ${pathRemedy}`);
  const request = {
    operationId,
    input: { ...params, body },
    options: call,
    ...(headers && { headers: new Headers(headers) }),
  };
  return send(transport, request, (exchange) => {
    const { response } = exchange;
    return response.ok ? { data: readSuccess(exchange), response } : { error: exchange.refusal, response };
  });
}
