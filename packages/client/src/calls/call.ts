import {
  createFinalURL,
  createQuerySerializer,
  defaultBodySerializer,
  defaultPathSerializer,
  removeTrailingSlash,
} from 'openapi-fetch';
import type { OperationId, OperationInput, SuccessBody } from '../document/operation-types.ts';
import type { Operation, TokenKind } from '../document/registered.ts';
import { EscrowError, fail } from '../errors.ts';
import { checkRequest, type RequestInput, type RequestParts } from '../input.ts';
import type { CallState } from '../observer.ts';
import {
  type CallOptions,
  type CallSettings,
  type ClientSettings,
  type InternalCallOptions,
  readCallOptions,
} from '../options.ts';
import type { TokenHolder } from '../tokens.ts';
import { ApiError, type Exchange, readRefusal, readSuccess, sealSecrets } from './answers.ts';
import { type PreparedCall, sendUntilSettled } from './attempts.ts';

/**
 * Calls an operation for a resource and returns the body of its success, tokens sealed as {@link Secret}.
 * @param requiredPaths Paths of the fields that the answer must have, such as `data.id`.
 * @throws ApiError if the service answers with anything but a success; EscrowError for everything else, with a code.
 */
export type Call = <Id extends OperationId>(
  operationId: Id,
  input: OperationInput<Id>,
  options: CallOptions | undefined,
  ...requiredPaths: string[]
) => Promise<SuccessBody<Id>>;

/** The parts of a client that all its calls share. */
export interface Transport {
  client: ClientSettings;
  tokens: Partial<Record<TokenKind, TokenHolder>>;
}

/** Creates the function that resources call operations with. */
export const createCall =
  (transport: Transport): Call =>
  (operationId, input, options, ...requiredPaths) =>
    send(transport, { operationId, input, options }, (exchange) => {
      if (!exchange.response.ok) throw new ApiError(exchange);
      // `readSuccess` has checked the needed fields; the type of the rest is what the document states.
      return sealSecrets(readSuccess(exchange, requiredPaths), exchange.deployment.secretFields) as never;
    });

/** The operation to call, its input and its options. */
interface CallRequest {
  operationId: OperationId;
  input: RequestInput | undefined;
  options: InternalCallOptions | undefined;
}

/**
 * The life of a call: it is prepared, sent with its token, and retried if that is safe, within one deadline; its answer is read.
 * Observers see it, unless it could not be prepared.
 * @param read Makes the result from the answer, which may be a refusal.
 * @throws EscrowError if no answer comes, and whatever `read` throws.
 */
export async function send<Result>(
  transport: Transport,
  request: CallRequest,
  read: (exchange: Exchange) => Result,
): Promise<Result> {
  const { deployment, notifier } = transport.client;
  const { operationId } = request;
  const operation = deployment.operationTable[operationId] as Operation | undefined;
  if (!operation) fail('configuration', 'was not sent: this deployment has no such operation.', { operationId });
  const { method, host, template } = operation;
  const call: CallState = { operationId, method, host, template, attempts: 0, outcome: 'not-sent' };
  const startedAt = performance.now();
  let prepared: PreparedCall | undefined;
  let response: Response | undefined;
  const notify = (error?: EscrowError) => {
    const durationInMs = performance.now() - startedAt;
    notifier?.call({ call, durationInMs, status: response?.status, headers: response?.headers, error });
  };
  try {
    prepared = prepare(transport, call, operation, request);
    const answer = await sendUntilSettled(transport.client, prepared);
    response = answer.response;
    const refusal = response.ok ? undefined : readRefusal(prepared, answer);
    request.options?.onResponse?.(response);
    const result = read({ ...prepared, ...answer, refusal, deployment });
    notify();
    return result;
  } catch (failure) {
    const error = toEscrowError(failure, call);
    if (prepared) notify(error);
    throw error;
  }
}

/** Checks options and input of a call, and writes its request. */
function prepare(
  { client, tokens }: Transport,
  call: CallState,
  operation: Operation,
  { input, options }: CallRequest,
): PreparedCall {
  const { host } = operation;
  const settings = readCallOptions(options, client, { call, operation });
  const address = client.hosts[host];
  if (address === undefined) {
    fail('configuration', `was not sent: hosts.${host} is not set. Give createEscrowClient its address.`, call);
  }
  const token = tokenFor(tokens, operation, settings, call);
  const parts = checkRequest(operation, input, { checks: settings.checks, details: call });
  const headers = headersOf([input?.header, settings.headers], { operation, parts, call });
  const url = urlOf(address, operation, parts);
  return { call, operation, settings, parts, token, address, url, headers, body: bodyOf(operation, parts) };
}

/** The token of the kind that the caller chose, or else of the first kind that is set. */
function tokenFor(
  tokens: Transport['tokens'],
  operation: Operation,
  settings: CallSettings,
  call: CallState,
): TokenHolder | undefined {
  const kind = settings.token ?? operation.tokens.find((candidate) => tokens[candidate]) ?? operation.tokens[0];
  if (kind === undefined) return undefined;
  const remedy = 'Give createEscrowClient a token, or a function that returns one.';
  return tokens[kind] ?? fail('configuration', `was not sent: tokens.${kind} is not set. ${remedy}`, call);
}

/** Headers that the client sets itself, and those that `fetch` sets or refuses to send. */
const isReserved = (name: string): boolean =>
  /^(accept|authorization|connection|content-(length|type)|expect|host|keep-alive|transfer-encoding|upgrade)$/i.test(
    name,
  );

/**
 * Joins headers of the caller, of which the last of a name counts, and adds those that the client sets itself, except for the token.
 * @throws EscrowError `configuration`, without a value.
 */
function headersOf(
  given: readonly (object | undefined)[],
  { operation, parts, call }: Pick<PreparedCall, 'operation' | 'parts' | 'call'>,
): PreparedCall['headers'] {
  const own: Record<string, string> = { accept: 'application/json' };
  if (parts.body !== undefined) own['content-type'] = operation.encoding ?? 'application/json';
  if (!given.some(Boolean)) return own;
  // Making `Headers` costs a tenth of the call.
  const headers = new Headers();
  try {
    for (const [name, value] of given.flatMap(entriesOf)) if (value !== undefined) headers.set(name, textOf(value));
  } catch {
    // The error quotes the value.
    fail('configuration', 'was not sent: headers must be valid names and values.', call);
  }
  for (const name of headers.keys())
    if (isReserved(name))
      fail('configuration', `was not sent: leave out the header ${name}, which the client or fetch sets.`, call);
  for (const [name, value] of Object.entries(own)) headers.set(name, value);
  return headers;
}

/** Throws if no header can have the value. `Headers` itself refuses line breaks inside, but no other control characters, as `fetch` does. */
function textOf(value: unknown): string {
  const isSimple = ['string', 'number', 'boolean'].includes(typeof value);
  if (!isSimple || !/^[\r\n\t -~\u0080-ÿ]*$/.test(String(value))) throw new TypeError();
  return String(value);
}

/** `Headers` may be those of another package, such as undici. */
const entriesOf = (given: object = {}): [string, unknown][] =>
  Symbol.iterator in given ? [...(given as Iterable<[string, unknown]>)] : Object.entries(given);

const serializers = { querySerializer: createQuerySerializer(), pathSerializer: defaultPathSerializer };

// Functions of openapi-fetch write address and body. Its client would make a request that can be sent only once, and read the answer without a limit.

function urlOf(address: string, { template }: Operation, { path, query }: RequestParts): string {
  const baseUrl = removeTrailingSlash(new URL(address).href);
  return createFinalURL(template, { baseUrl, params: { path, query }, ...serializers });
}

function bodyOf({ encoding }: Operation, { body }: RequestParts): string | null {
  if (body === undefined) return null;
  const isForm = encoding === 'application/x-www-form-urlencoded';
  return isForm ? new URLSearchParams(body as Record<string, string>).toString() : defaultBodySerializer(body);
}

/** Adds the call to an error, if it is missing. */
function toEscrowError(failure: unknown, call: CallState): EscrowError {
  if (!(failure instanceof EscrowError)) {
    const message = 'was not sent: the request could not be made. See the cause.';
    return new EscrowError('configuration', message, { ...call, cause: failure });
  }
  if (failure.operationId !== undefined) return failure;
  return new EscrowError(failure.code, failure.message, { ...call, cause: failure.cause });
}
