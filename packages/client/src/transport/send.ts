import type { OperationId } from '../document/operation-types.ts';
import { consequenceOf } from '../errors/consequence.ts';
import { EscrowError, fail } from '../errors/escrow-error.ts';
import { type HostName, type Operation, operationTable, type TokenKind } from '../generated/operations.ts';
import { checkRequest, type RequestInput, type RequestParts } from '../input/check-request.ts';
import type { CallState } from '../observation/hooks.ts';
import type { Observation } from '../observation/observation.ts';
import type { Observers } from '../observation/observers.ts';
import type { Token } from '../tokens/token.ts';
import type { TokenHolder } from '../tokens/token-holder.ts';
import type { CallDefaults, CallSettings, InternalCallOptions } from './call-options.ts';
import { type Deadline, withDeadline } from './deadline.ts';
import type { HostClient } from './host-clients.ts';
import type { HttpTransport } from './http-transport.ts';
import { readCallOptions } from './read-call-options.ts';
import { retryDelayInMs } from './retry.ts';
import { type Answer, type Result, sendOnce } from './send-once.ts';

/** What all calls of a client share. */
export interface Transport {
  clients: Partial<Record<HostName, HostClient>>;
  tokens: Partial<Record<TokenKind, TokenHolder>>;
  defaults: CallDefaults;
  observers: Observers;
  observation: Observation | undefined;
  http: HttpTransport;
}

/** A call, checked and ready to be sent. */
interface PreparedCall {
  call: CallState;
  operation: Operation;
  settings: CallSettings;
  client: HostClient;
  /** The token to send; undefined where the operation takes none. */
  token: TokenHolder | undefined;
  parts: RequestParts;
  /** Headers of the caller of `raw`. */
  headers: Headers | undefined;
}

/** An answer, and the call that got it. */
export interface Exchange extends Answer {
  call: CallState;
  operation: Operation;
  /** What was sent, of which nothing may be printed. */
  parts: RequestParts;
}

/** What is called, and how. */
export interface CallRequest {
  operationId: OperationId;
  input: RequestInput | undefined;
  options: InternalCallOptions | undefined;
  headers?: Headers;
}

/**
 * Sends a call: checked, with its token, again where that is safe, within one deadline.
 * @param read Makes the result of the answer. A refusal is an answer.
 * @throws EscrowError where no answer came, and what `read` throws.
 */
export async function send<Result>(
  transport: Transport,
  request: CallRequest,
  read: (exchange: Exchange) => Result,
): Promise<Result> {
  const prepared = prepare(transport, request);
  const { observation } = transport;
  if (!observation) return read(await exchange(transport, prepared));
  let status: number | undefined;
  const work = async () => {
    const answered = await exchange(transport, prepared);
    status = answered.response.status;
    return read(answered);
  };
  return observation.call(prepared.call, work, () => status);
}

async function exchange(transport: Transport, prepared: PreparedCall): Promise<Exchange> {
  const { call, operation, settings, parts } = prepared;
  const { observers } = transport;
  observers.onStart?.(call);
  try {
    const createError = (code: 'timeout' | 'aborted') => endError(code, prepared);
    const deadline = { timeoutInMs: settings.timeoutInMs, signal: settings.signal, createError };
    const result = await withDeadline(deadline, (until) => sendUntilSettled(transport, prepared, until));
    if (!result.response) throw result.error;
    const { response } = result;
    observers.onEnd?.({ call, status: response.status, headers: response.headers });
    return { ...result, call, operation, parts };
  } catch (failure) {
    const error = toEscrowError(failure, call);
    observers.onEnd?.({ call, error });
    throw error;
  }
}

function prepare(transport: Transport, { operationId, input, options, headers }: CallRequest): PreparedCall {
  if (!Object.hasOwn(operationTable, operationId)) {
    fail(
      'configuration',
      `"${operationId}" is no operation of the document. Give the operationId of one, such as getUser.`,
    );
  }
  const operation = operationTable[operationId];
  const { method, host, template } = operation;
  const call: CallState = { operationId, method, host, template, attempts: 0, outcome: 'not-sent' };
  const settings = readCallOptions(options, transport.defaults, { call, operation });
  const client = transport.clients[host];
  if (!client) {
    fail('configuration', `was not sent: hosts.${host} is not set. Give createEscrowClient its address.`, call);
  }
  const token = tokenFor(transport, operation, settings, call);
  const parts = checkRequest(operation, input, { checks: settings.checks, details: call });
  return { call, operation, settings, client, token, parts, headers };
}

/** The token of the kind that the caller chose, or else of the first kind that is set. */
function tokenFor(
  { tokens }: Transport,
  operation: Operation,
  settings: CallSettings,
  call: CallState,
): TokenHolder | undefined {
  const kind = settings.token ?? operation.tokens.find((candidate) => tokens[candidate]) ?? operation.tokens[0];
  if (kind === undefined) return undefined;
  const remedy = 'Give createEscrowClient a token, or a function that provides one.';
  return tokens[kind] ?? fail('configuration', `was not sent: tokens.${kind} is not set. ${remedy}`, call);
}

/** Sends requests until one is answered for good, or none may follow. A refused token is replaced. */
async function sendUntilSettled(transport: Transport, prepared: PreparedCall, deadline: Deadline): Promise<Result> {
  const { call, operation, settings, token } = prepared;
  const endsAt = performance.now() + settings.timeoutInMs;
  let refused: Token | undefined;
  let retries = 0;
  for (;;) {
    deadline.signal.throwIfAborted();
    const sentToken = await token?.take(deadline.over, refused);
    if (call.attempts === 0) await settings.beforeFirstRequest?.();
    deadline.signal.throwIfAborted();
    const result = await observedAttempt(transport, prepared, sentToken?.token, deadline);
    deadline.signal.throwIfAborted();
    if (result.response?.status === 401 && sentToken && token?.mayReplace(sentToken, refused)) {
      logAttempt(transport, call, result);
      refused = sentToken;
      continue;
    }
    const delayInMs = retryDelayInMs(operation, result, retries, settings.retry);
    logAttempt(transport, call, result, delayInMs);
    if (delayInMs === undefined || performance.now() + delayInMs >= endsAt) return result;
    retries++;
    await deadline.wait(delayInMs);
  }
}

function logAttempt({ observers }: Transport, call: CallState, result: Result, delayInMs?: number): void {
  const { operationId, attempts } = call;
  observers.debug?.(`${operationId}: ${result.response?.status ?? 'connection'}`, {
    operationId,
    attempt: attempts,
    ...(delayInMs !== undefined && { delayInMs }),
  });
}

/** Sends one request, inside the observer's hook if there is one. It hears at once of a deadline that is over. */
function observedAttempt(
  transport: Transport,
  prepared: PreparedCall,
  token: string | undefined,
  { signal, over }: Deadline,
): Promise<Result> {
  const { observation } = transport;
  if (!observation) return attempt(transport, prepared, token, signal);
  const { call } = prepared;
  return observation.request({ call, attempt: call.attempts + 1 }, (added) => {
    const headers = added ? addHeaders(prepared.headers, added) : prepared.headers;
    return Promise.race([over, attempt(transport, { ...prepared, headers }, token, signal)]);
  });
}

/** Adds what an observer wants to be sent; what cannot be is left out. */
function addHeaders(given: Headers | undefined, added: Record<string, string>): Headers {
  const headers = new Headers(given);
  for (const [name, value] of Object.entries(added)) {
    try {
      headers.set(name, value);
    } catch {
      // An observer never ends a call.
    }
  }
  return headers;
}

/** Sends one request, with the headers that hooks and the caller of `raw` add. */
function attempt(
  { observers, http }: Transport,
  prepared: PreparedCall,
  token: string | undefined,
  signal: AbortSignal,
): Promise<Result> {
  const { call, operation, client, parts, settings } = prepared;
  const { maxAnswerInBytes } = settings;
  const headers = headersOf(prepared, token, addedHeaders(observers, prepared));
  return sendOnce({ call, operation, client, parts, token, headers, signal, maxAnswerInBytes, transport: http });
}

/** The headers that the caller of `raw` and the hooks add to a request. */
function addedHeaders(observers: Observers, { call, headers: given }: PreparedCall): Headers | undefined {
  if (!given && !observers.onRequest) return undefined;
  const headers = new Headers(given);
  observers.onRequest?.({ call, attempt: call.attempts + 1, headers });
  return headers;
}

/** What the client sets itself cannot be added. */
const ownHeaders = ['accept', 'authorization', 'content-type'];

function headersOf(
  { operation, parts }: PreparedCall,
  token: string | undefined,
  added: Headers | undefined,
): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
  if (parts.body !== undefined) headers['content-type'] = operation.encoding ?? 'application/json';
  added?.forEach((value, name) => {
    if (!ownHeaders.includes(name)) headers[name] = value;
  });
  return headers;
}

/** What a call ends with that its deadline, or its caller, ended. */
function endError(code: 'timeout' | 'aborted', { call, operation, settings }: PreparedCall): EscrowError {
  const late =
    call.attempts > 0 ? 'had no answer within' : "was still waiting for its token, or for the flow's journal, after";
  const what = code === 'timeout' ? `${late} timeoutInMs, ${settings.timeoutInMs} ms.` : 'was aborted.';
  return new EscrowError(code, `${what} ${consequenceOf(call, operation)}`, call);
}

/** An error that says which call it is about. */
function toEscrowError(failure: unknown, call: CallState): EscrowError {
  if (!(failure instanceof EscrowError)) {
    const message = 'was not sent: the request could not be made, see the cause.';
    return new EscrowError('configuration', message, { ...call, cause: failure });
  }
  if (failure.operationId !== undefined) return failure;
  return new EscrowError(failure.code, failure.message, { ...call, cause: failure.cause });
}
