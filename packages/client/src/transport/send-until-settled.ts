import type { Token } from '../tokens/token.ts';
import type { Deadline } from './deadline.ts';
import { isReserved, textOf } from './headers-of.ts';
import type { PreparedCall, Transport } from './prepared-call.ts';
import { retryDelayInMs } from './retry.ts';
import { type AttemptResult, sendOnce } from './send-once.ts';

/** The final answer of a call, its text, and the token of its request. */
export interface FinalAnswer {
  response: Response;
  text: string;
  token: string | undefined;
}

/** The first request, a function that creates another one for a retry, and the deadline of all attempts. */
interface CallRequests {
  request: Request;
  createRequest(): Request;
  deadline: Deadline;
}

/**
 * Sends a request, and retries it until the answer is final or there must be no retry. Replaces a token that is refused, once.
 *
 * When the deadline passes, the caller gets its error at once, whatever this is waiting for. This function then goes on until
 * its next `throwIfAborted`, so there is one at the start and after each wait, and nothing more is sent.
 * @throws EscrowError if no answer came.
 */
export async function sendUntilSettled(
  transport: Transport,
  prepared: PreparedCall,
  { request, createRequest, deadline }: CallRequests,
): Promise<FinalAnswer> {
  const { call, operation, settings, token } = prepared;
  const endsAt = performance.now() + settings.timeoutInMs;
  let refused: Token | undefined;
  let retries = 0;
  for (;;) {
    deadline.signal.throwIfAborted();
    const sentToken = await token?.take(deadline.expired, refused);
    if (call.attempts === 0) await settings.beforeFirstRequest?.();
    deadline.signal.throwIfAborted();
    const next = call.attempts === 0 ? request : createRequest();
    const result = await attempt(transport, prepared, { request: next, token: sentToken?.token, deadline });
    deadline.signal.throwIfAborted();
    if (result.response?.status === 401 && sentToken && token?.isReplaceable && !refused) {
      refused = sentToken;
      continue;
    }
    const delayInMs = retryDelayInMs(operation, result, retries, settings.retry);
    if (delayInMs === undefined || performance.now() + delayInMs >= endsAt) {
      if (!result.response) throw result.error;
      return { response: result.response, text: result.text, token: sentToken?.token };
    }
    retries++;
    transport.observation?.retry({ call, attempt: call.attempts + 1, delayInMs });
    await deadline.wait(delayInMs);
  }
}

interface Attempt {
  request: Request;
  token: string | undefined;
  deadline: Deadline;
}

/** Sends the request once, inside the observers if there are any. They see at once that the deadline has passed. */
function attempt(
  transport: Transport,
  prepared: PreparedCall,
  { request, token, deadline }: Attempt,
): Promise<AttemptResult> {
  const { observation } = transport;
  const { call, operation, settings } = prepared;
  const run = (added?: Readonly<Record<string, string>>) =>
    sendOnce(transport.fetch, withHeaders(request, token, added), {
      call,
      operation,
      maxAnswerInBytes: settings.maxAnswerInBytes,
      signal: deadline.signal,
    });
  if (!observation) return run();
  return observation.request({ call, attempt: call.attempts + 1 }, (added) =>
    Promise.race([deadline.expired, run(added)]),
  );
}

/** Adds the token and the headers of observers to a request. */
function withHeaders(
  request: Request,
  token: string | undefined,
  added: Readonly<Record<string, string>> = {},
): Request {
  for (const [name, value] of Object.entries(added)) {
    try {
      if (!isReserved(name)) request.headers.set(name, textOf(value));
    } catch {
      // A header that cannot be sent must not end the call.
    }
  }
  if (token !== undefined) request.headers.set('authorization', `Bearer ${token}`);
  return request;
}
