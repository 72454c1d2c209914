import type { OperationId } from '../document/operation-types.ts';
import type { Deployment, Operation } from '../document/registered.ts';
import { consequenceOf } from '../errors/consequence.ts';
import { EscrowError, fail } from '../errors/escrow-error.ts';
import { checkRequest, type RequestInput, type RequestParts } from '../input/check-request.ts';
import { deepestJson, isTooDeep } from '../input/json-depth.ts';
import type { CallState } from '../observation/call-info.ts';
import type { TokenHolder } from '../tokens/token-holder.ts';
import type { CallSettings, InternalCallOptions } from './call-options.ts';
import { withDeadline } from './deadline.ts';
import { headersOf } from './headers-of.ts';
import { serializeBody } from './host-clients.ts';
import type { PreparedCall, Transport } from './prepared-call.ts';
import { readCallOptions } from './read-call-options.ts';
import { unusableAnswer } from './send-once.ts';
import { type FinalAnswer, sendUntilSettled } from './send-until-settled.ts';

/** A call and its answer, which has been read to its end. */
export interface Exchange {
  deployment: Deployment;
  call: CallState;
  operation: Operation;
  /** What was sent. Never print it. */
  parts: RequestParts;
  /** The token that was sent with it. */
  token: string | undefined;
  response: Response;
  /** The text of a success. */
  text: string;
  /** The body of a refusal: parsed, or its text if it is not JSON, or undefined if there is none. */
  refusal: unknown;
}

/** The operation to call, its input and its options. */
export interface CallRequest {
  operationId: OperationId;
  input: RequestInput | undefined;
  options: InternalCallOptions | undefined;
}

/**
 * Checks a call, sends it with its token, and retries it if that is safe, within one deadline.
 * @param read Makes the result from the answer, which may be a refusal.
 * @throws EscrowError if no answer comes, and whatever `read` throws.
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

function prepare(transport: Transport, { operationId, input, options }: CallRequest): PreparedCall {
  const operation = transport.deployment.operationTable[operationId] as Operation | undefined;
  if (!operation) fail('configuration', 'is not an operation of this deployment.', { operationId });
  const { method, host, template } = operation;
  const call: CallState = { operationId, method, host, template, attempts: 0, outcome: 'not-sent' };
  const settings = readCallOptions(options, transport.defaults, { call, operation });
  const client = transport.clients[host];
  if (!client) {
    fail('configuration', `was not sent: hosts.${host} is not set. Give createEscrowClient its address.`, call);
  }
  const token = tokenFor(transport, operation, settings, call);
  const parts = checkRequest(operation, input, { checks: settings.checks, details: call });
  const headers = headersOf([input?.header, settings.headers], { operation, parts, call });
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

/** Calls openapi-fetch, which makes the request and parses a refusal. Its `fetch` adds the token, retries and the deadline. */
async function exchange(transport: Transport, prepared: PreparedCall): Promise<Exchange> {
  const { call, operation, settings, client, parts, headers } = prepared;
  const { timeoutInMs, signal: callerSignal } = settings;
  const createError = (code: 'timeout' | 'aborted') => createDeadlineError(code, prepared);
  // Kept for retries, because a Request can be sent only once.
  let body: string | null = null;
  // Assigned by `fetch`, which openapi-fetch calls exactly once.
  let answer!: FinalAnswer;
  try {
    const { error } = await withDeadline({ timeoutInMs, signal: callerSignal, createError }, (deadline) =>
      client.request(operation.method.toLowerCase() as Lowercase<Operation['method']>, operation.template, {
        params: { path: parts.path, query: parts.query },
        body: parts.body,
        bodySerializer: (...given) => {
          body = serializeBody(...given);
          return body;
        },
        headers,
        signal: deadline.signal,
        // Leaves a success alone: its text has already been read, up to the limit.
        parseAs: 'stream',
        fetch: async (request) => {
          const createRequest = () => new Request(request, { headers, body });
          answer = await sendUntilSettled(transport, prepared, { request, createRequest, deadline });
          return withUnreadRefusal(answer);
        },
      }),
    );
    const { response, text, token } = answer;
    const refusal = text === '' ? undefined : error;
    if (isTooDeep(refusal)) throw unusableAnswer(prepared, `nested deeper than ${deepestJson} levels`);
    settings.onResponse?.(response);
    const { deployment } = transport;
    return { deployment, call, operation, parts, token, response, text, refusal };
  } catch (failure) {
    throw toEscrowError(failure, call);
  }
}

/** The answer for openapi-fetch, which reads the body of a refusal. It has already been read, up to the limit. */
function withUnreadRefusal({ response, text }: FinalAnswer): Response {
  const { ok, status } = response;
  // The redirect of status 0 has no body, and `Response` cannot have that status.
  if (ok || status === 0) return response;
  // With a status of 304, `Response` cannot have a body.
  return new Response(status === 304 ? null : text, { status });
}

/** The error of a call that timed out or was aborted. */
function createDeadlineError(code: 'timeout' | 'aborted', { call, operation, settings }: PreparedCall): EscrowError {
  const waiting = call.attempts > 0 ? '' : ", still waiting for its token or for the flow's journal";
  const what =
    code === 'timeout' ? `timed out after ${settings.timeoutInMs} ms (timeoutInMs)${waiting}.` : 'was aborted.';
  return new EscrowError(code, `${what} ${consequenceOf(call, operation)}`, call);
}

/** Adds the call to an error, if it is missing. */
function toEscrowError(failure: unknown, call: CallState): EscrowError {
  if (!(failure instanceof EscrowError)) {
    const message = 'was not sent: the request could not be made, see the cause.';
    return new EscrowError('configuration', message, { ...call, cause: failure });
  }
  if (failure.operationId !== undefined) return failure;
  return new EscrowError(failure.code, failure.message, { ...call, cause: failure.cause });
}
