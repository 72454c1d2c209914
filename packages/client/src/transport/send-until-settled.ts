import type { Answer } from '../errors/api-error.ts';
import type { EscrowError, Progress } from '../errors/escrow-error.ts';
import { operationTable } from '../generated/operations.ts';
import type { Deadline } from './deadline.ts';
import type { AttemptInfo, CallInfo } from './hooks.ts';
import { mayRetry, type RetryOptions, retryDelayInMs } from './retry.ts';
import type { Transport } from './send.ts';
import { type Result, sendOnce } from './send-once.ts';
import type { TokenCache } from './tokens.ts';

/** A call under way. */
interface CallState {
  info: CallInfo;
  request: Request;
  body: string;
  token: TokenCache | undefined;
  deadline: Deadline;
  retry: Required<RetryOptions>;
  progress: Progress;
}

/** Sends until there is an answer to hand over, or throws the failure that ends the call. */
export async function sendUntilSettled(
  { hooks, logger, fetch }: Transport,
  { info, request, body, token, deadline, retry, progress }: CallState,
): Promise<Answer> {
  const { operationId, host } = info;

  /** The headers of one request. The hook sees them without the token, and can't change them later. */
  const headersOf = (event: AttemptInfo, sentToken?: string): Headers => {
    const observed = new Headers(request.headers);
    hooks.onRequest({ ...event, headers: observed });
    const headers = new Headers(observed);
    headers.set('accept', 'application/json');
    headers.delete('authorization');
    if (sentToken) headers.set('authorization', `Bearer ${sentToken}`);
    if (body) headers.set('content-type', operationTable[operationId].encoding ?? 'application/json');
    return headers;
  };

  /** Sends one request. */
  const attempt = async (event: AttemptInfo, sentToken?: string): Promise<Result> => {
    const headers = headersOf(event, sentToken);
    const init: RequestInit = { headers, redirect: 'manual', signal: deadline.signal, body: body || null };
    const sentAt = performance.now();
    const before = progress.outcome;
    // Until there is proof of something better.
    progress.outcome = 'unknown';
    const result = await sendOnce(new Request(request, init), fetch, deadline, host);
    const durationInMs = performance.now() - sentAt;
    const { answer, reason, outcome } = result;
    if (before !== 'unknown') progress.outcome = outcome;
    if (answer) hooks.onResponse({ ...event, status: reason, headers: answer.headers, durationInMs });
    logger.debug(`${operationId}: ${reason}`, { operationId, attempt: event.attempt, durationInMs });
    return result;
  };

  const giveUp = (error: EscrowError) => {
    if (error.code === 'timeout') token?.forget();
    throw error;
  };

  let refusedToken: string | undefined;
  for (let retries = 0; ; ) {
    deadline.signal.throwIfAborted();
    const sentToken = token && (await deadline.race(token.take(refusedToken)).catch(giveUp));
    const event: AttemptInfo = { call: info, attempt: ++progress.attempts };
    const result = await attempt(event, sentToken);
    const { reason } = result;
    if (reason === 401 && token?.canRefresh && !refusedToken) {
      refusedToken = sentToken;
      continue;
    }
    const delayInMs = retryDelayInMs(retries, retry, result);
    if (!mayRetry(operationId, result) || retries++ >= retry.max || performance.now() + delayInMs >= deadline.endsAt) {
      if (result.answer) return result.answer;
      throw result.error;
    }
    hooks.onRetry({ ...event, delayInMs, reason });
    await deadline.wait(delayInMs);
  }
}
