import type { Progress } from '../errors/escrow-error.ts';
import { operationTable } from '../generated/operations.ts';
import type { Deadline } from './deadline.ts';
import type { AttemptInfo, CallInfo } from './hooks.ts';
import { type RetryOptions, retryDelayInMs } from './retry.ts';
import type { Transport } from './send.ts';
import { type Answer, sendOnce } from './send-once.ts';
import type { TokenCache } from './tokens.ts';

/** A call under way. */
interface CallState extends Deadline {
  info: CallInfo;
  request: Request;
  body: string;
  token: TokenCache | undefined;
  retry: Required<RetryOptions>;
  progress: Progress;
}

/** Sends until there is an answer to hand over, or throws the failure that ends the call. */
export async function sendUntilSettled(
  { hooks, logger, fetch }: Transport,
  { info, request, body, token, retry, progress, signal, endsAt, over, wait }: CallState,
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

  let refusedToken: string | undefined;
  for (let retries = 0; ; ) {
    signal.throwIfAborted();
    const sentToken = await token?.take(over, refusedToken);
    const event: AttemptInfo = { call: info, attempt: ++progress.attempts };
    const init: RequestInit = { headers: headersOf(event, sentToken), redirect: 'manual', signal, body: body || null };
    const sentAt = performance.now();
    const before = progress.outcome;
    // Until there is proof of something better.
    progress.outcome = 'unknown';
    const result = await sendOnce(new Request(request, init), fetch, host);
    signal.throwIfAborted();
    const durationInMs = performance.now() - sentAt;
    const { response, error, outcome } = result;
    const reason = response?.status ?? 'connection';
    if (before !== 'unknown') progress.outcome = outcome;
    if (response) hooks.onResponse({ ...event, status: response.status, headers: response.headers, durationInMs });
    logger.debug(`${operationId}: ${reason}`, { operationId, attempt: event.attempt, durationInMs });
    if (reason === 401 && token?.canRefresh && !refusedToken) {
      refusedToken = sentToken;
      continue;
    }
    const delayInMs = retryDelayInMs(operationId, result, retries++, retry);
    if (performance.now() + delayInMs >= endsAt) {
      if (error) throw error;
      return result;
    }
    hooks.onRetry({ ...event, delayInMs, reason });
    await wait(delayInMs);
  }
}
