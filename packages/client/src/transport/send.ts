import type { OperationId } from '../document/operation-types.ts';
import { consequenceOf } from '../errors/consequence.ts';
import { EscrowError, fail } from '../errors/escrow-error.ts';
import { type Operation, operationTable } from '../generated/operations.ts';
import { checkRequest, type RequestInput, type RequestParts } from '../input/check-request.ts';
import { deepestJson, isTooDeep } from '../input/json-depth.ts';
import type { CallState } from '../observation/call-info.ts';
import type { TokenHolder } from '../tokens/token-holder.ts';
import type { CallSettings, InternalCallOptions } from './call-options.ts';
import { withDeadline } from './deadline.ts';
import type { GivenHeaders } from './host-clients.ts';
import type { PreparedCall, Transport } from './prepared-call.ts';
import { readCallOptions } from './read-call-options.ts';
import { unusableAnswer } from './send-once.ts';
import { type Settled, sendUntilSettled } from './send-until-settled.ts';

/** An answer, read to its end, and the call that got it. */
export interface Exchange {
  call: CallState;
  operation: Operation;
  /** What was sent, of which nothing may be printed. */
  parts: RequestParts;
  /** The token that was sent with it. */
  token: string | undefined;
  response: Response;
  /** The text of a success. */
  text: string;
  /** The body of a refusal: parsed, or its text if it is not JSON, or undefined if there is none. */
  refusal: unknown;
}

/** What is called, and how. */
export interface CallRequest {
  operationId: OperationId;
  input: RequestInput | undefined;
  options: InternalCallOptions | undefined;
  headers?: GivenHeaders | undefined;
}

/**
 * Sends a call: checked, with its token, again if that is safe, within one deadline.
 * @param read Makes the result of the answer. A refusal is an answer.
 * @throws EscrowError if no answer came, and what `read` throws.
 */
export async function send<Result>(
  transport: Transport,
  request: CallRequest,
  read: (exchange: Exchange) => Result,
): Promise<Result> {
  const prepared = prepare(transport, request);
  const { observation } = transport;
  if (!observation) return read(await exchange(transport, prepared));
  let response: Response | undefined;
  const work = async () => {
    const answered = await exchange(transport, prepared);
    response = answered.response;
    return read(answered);
  };
  return observation.call(prepared.call, work, () => response);
}

function prepare(transport: Transport, { operationId, input, options, headers }: CallRequest): PreparedCall {
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

/** openapi-fetch makes the request and reads the answer; its `fetch` is the one of this call: with token, retries and deadline. */
async function exchange(transport: Transport, prepared: PreparedCall): Promise<Exchange> {
  const { call, operation, settings, client, parts } = prepared;
  const { timeoutInMs, signal: callerSignal } = settings;
  const createError = (code: 'timeout' | 'aborted') => endError(code, prepared);
  // As openapi-fetch serialized it: the body of a request can be sent once, and a further attempt needs another.
  let body: string | null = null;
  let settled: Settled | undefined;
  try {
    const headers = headersOf(prepared);
    const { error, response } = await withDeadline({ timeoutInMs, signal: callerSignal, createError }, (deadline) =>
      client.request(operation.method.toLowerCase() as Lowercase<Operation['method']>, operation.template, {
        params: { path: parts.path, query: parts.query },
        body: parts.body,
        bodySerializer: (given) => {
          body = operation.encoding ? formOf(given) : JSON.stringify(given);
          return body;
        },
        headers,
        signal: deadline.signal,
        // Of an answer of success, the text was read already, up to the limit.
        parseAs: 'stream',
        fetch: async (request) => {
          const repeat = () => new Request(request, { headers, body });
          settled = await sendUntilSettled(transport, prepared, { request, repeat, deadline });
          return settled.response;
        },
      }),
    );
    if (isTooDeep(error)) throw unusableAnswer(prepared, `nested deeper than ${deepestJson} levels`);
    settings.onResponse?.(response);
    return { call, operation, parts, token: settled?.token, response, text: settled?.text ?? '', refusal: error };
  } catch (failure) {
    throw toEscrowError(failure, call);
  }
}

const formOf = (body: Record<string, string>): string => new URLSearchParams(body).toString();

/** The headers of the caller, and those that the client sets itself. The token is set for each attempt. */
function headersOf({ operation, parts, headers: given }: PreparedCall): Record<string, string> | Headers {
  const own: Record<string, string> = { accept: 'application/json' };
  if (parts.body !== undefined) own['content-type'] = operation.encoding ?? 'application/json';
  if (!given) return own;
  const headers = new Headers(given);
  for (const name of ['authorization', 'content-type']) headers.delete(name);
  for (const [name, value] of Object.entries(own)) headers.set(name, value);
  return headers;
}

/** The error of a call that timed out or was aborted. */
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
