import { type Answer, outcomeOf } from '../errors/api-error.ts';
import { EscrowError, type Outcome } from '../errors/escrow-error.ts';
import { operationTable } from '../generated/operations.ts';
import type { OperationId } from '../operation-types.ts';
import { checkCallOptions } from '../options.ts';
import { type Deadline, startDeadline, wait } from './deadline.ts';
import type { AttemptInfo, CallInfo, Observers } from './hooks.ts';
import type { HostName, TokenKind } from './operation.ts';
import { type CallParameters, prepareBody } from './prepare-body.ts';
import { chooseRetry, mayRetry, type RetryOptions, retryDelayInMs } from './retry.ts';
import { sendOnce } from './send-once.ts';
import type { TokenCache } from './tokens.ts';

/** What may be set for one call. */
export interface CallOptions {
  /** The deadline over all requests of the call. Default: the client's. */
  timeoutInMs?: number;
  /** How a failed request is sent again. Default: the client's. */
  retry?: RetryOptions;
  /** Ends the call early, with the code `aborted`. */
  signal?: AbortSignal;
  /** The token to send, where the operation takes more than one kind (AUTH-8). Default: the first that is set. */
  token?: TokenKind;
}

/** What the transport of a client is made of. */
export interface Transport extends Observers {
  hosts: Partial<Record<HostName, string>>;
  tokens: Partial<Record<TokenKind, TokenCache>>;
  timeoutInMs: number;
  retry: RetryOptions;
  fetch: (request: Request) => Promise<Response>;
}

/** An answer, and what it took to get it. */
export interface Exchange {
  answer: Answer;
  attempts: number;
  outcome: Outcome;
}

/** A call under way: what it sends, and what has become of it so far. */
interface CallState {
  info: CallInfo;
  request: Request;
  body: string;
  token: TokenCache | undefined;
  deadline: Deadline;
  attempts: number;
  /** Once it is unknown what became of a request, a later refusal does not make it known. */
  outcome: Outcome;
}

function chooseToken(
  operationId: OperationId,
  tokens: Transport['tokens'],
  chosen?: TokenKind,
): TokenCache | undefined {
  const accepted = operationTable[operationId].tokens;
  const kind = chosen ?? accepted.find((candidate) => tokens[candidate]) ?? accepted[0];
  if (!kind) return undefined;
  if (!accepted.includes(kind)) fail(operationId, `it takes the token ${accepted.join(' or ')}, not ${kind}.`);
  return tokens[kind] ?? fail(operationId, `set tokens.${kind}.`);
}

function fail(operationId: OperationId, message: string): never {
  throw new EscrowError('configuration', `${operationId} was not sent: ${message}`, { operationId });
}

/** Sends a call: checked, with its token, again where that is safe, within one deadline. */
export async function send(
  transport: Transport,
  operationId: OperationId,
  request: Request,
  parameters: CallParameters,
  options: CallOptions = {},
): Promise<Exchange> {
  const { host, method, template: pathTemplate, replacedBy } = operationTable[operationId];
  const { hooks, logger } = transport;
  checkCallOptions(options);
  if (!transport.hosts[host]) fail(operationId, `set hosts.${host}.`);
  const call: CallState = {
    info: { operationId, method, host, origin: new URL(request.url).origin, pathTemplate },
    request,
    token: chooseToken(operationId, transport.tokens, options.token),
    body: prepareBody(operationId, parameters, await request.text()),
    deadline: startDeadline(options.timeoutInMs ?? transport.timeoutInMs, request.signal),
    attempts: 0,
    outcome: 'not-sent',
  };
  if (replacedBy) logger.warn(`${operationId} is deprecated: use ${replacedBy} (LEGACY-4)`, { operationId });
  const startedAt = performance.now();
  const end = (result: { status?: number; error?: EscrowError }) => {
    const durationInMs = performance.now() - startedAt;
    hooks.onEnd({ call: call.info, attempts: call.attempts, durationInMs, ...result });
  };
  hooks.onStart(call.info);
  try {
    const answer = await sendUntilSettled(call, transport, chooseRetry(options.retry, transport.retry));
    end({ status: answer.status });
    return { answer, attempts: call.attempts, outcome: call.outcome };
  } catch (failure) {
    const known =
      failure instanceof EscrowError ? failure : new EscrowError('connection', 'failed in an unforeseen way.');
    const { code, message, cause } = known;
    const { attempts, outcome } = call;
    const error = new EscrowError(code, `${operationId} ${message}`, { operationId, host, attempts, outcome, cause });
    end({ error });
    throw error;
  } finally {
    call.deadline.clear();
  }
}

/** Sends until there is an answer to hand over, or throws the failure that ends the call. */
async function sendUntilSettled(call: CallState, transport: Transport, retry: Required<RetryOptions>): Promise<Answer> {
  const { info, token, deadline } = call;
  let refusedToken: string | undefined;
  const giveUp = (error: EscrowError) => {
    if (error.code === 'timeout') token?.forget();
    throw error;
  };
  for (let retries = 0; ; ) {
    deadline.signal.throwIfAborted();
    const sentToken = token && (await deadline.race(token.take(refusedToken)).catch(giveUp));
    const result = await attempt(call, transport, sentToken);
    const isFailure = result instanceof EscrowError;
    if (!isFailure && result.status === 401 && token?.canRefresh && !refusedToken) {
      refusedToken = sentToken;
      continue;
    }
    const delayInMs = mayRetry(info.operationId, result) && retryDelayInMs(retries, retry, result);
    if (typeof delayInMs !== 'number' || retries >= retry.max || delayInMs >= deadline.remainingInMs()) {
      if (isFailure) throw result;
      return result;
    }
    retries++;
    const reason = isFailure ? result.code : result.status;
    transport.hooks.onRetry({ call: info, attempt: call.attempts, delayInMs, reason });
    await wait(delayInMs, deadline);
  }
}

/** Sends one request of a call. */
async function attempt(
  call: CallState,
  { fetch, hooks, logger }: Transport,
  token?: string,
): Promise<Answer | EscrowError> {
  const { info, request, body, deadline } = call;
  const { operationId } = info;
  const event: AttemptInfo = { call: info, attempt: ++call.attempts };
  const observed = new Headers(request.headers);
  hooks.onRequest({ ...event, headers: observed });
  const headers = new Headers(observed);
  headers.set('accept', 'application/json');
  headers.delete('authorization');
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (body) headers.set('content-type', `application/${operationTable[operationId].encoding ?? 'json'}`);
  const init: RequestInit = { headers, redirect: 'manual', signal: deadline.signal, ...(body && { body }) };

  const sentAt = performance.now();
  const before = call.outcome;
  // Until there is proof of something better.
  call.outcome = 'unknown';
  const result = await sendOnce(new Request(request, init), fetch, deadline, info.host);
  const durationInMs = performance.now() - sentAt;
  const isFailure = result instanceof EscrowError;
  if (before !== 'unknown') call.outcome = isFailure ? result.outcome : outcomeOf(result.status);
  if (!isFailure) {
    hooks.onResponse({ ...event, status: result.status, headers: result.headers, durationInMs });
  }
  const reason = isFailure ? result.code : result.status;
  logger.debug(`${operationId}: ${reason}`, { operationId, attempt: event.attempt, durationInMs });
  return result;
}
