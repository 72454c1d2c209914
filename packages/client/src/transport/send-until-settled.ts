import type { Token } from '../tokens/token.ts';
import type { Deadline } from './deadline.ts';
import { setIfPossible } from './headers.ts';
import type { PreparedCall, Transport } from './prepared-call.ts';
import { retryDelayInMs } from './retry.ts';
import { type AttemptResult, sendOnce } from './send-once.ts';

/** The answer that a call ends with, its text, and the token that it was sent with. */
export interface Settled {
  response: Response;
  text: string;
  token: string | undefined;
}

/** A request, how to make it once more, and the deadline of all attempts. */
interface Work {
  request: Request;
  repeat(): Request;
  deadline: Deadline;
}

/**
 * Sends a request until it is answered for good, or must not be sent again. A refused token is replaced.
 * @throws EscrowError if no answer came.
 */
export async function sendUntilSettled(
  transport: Transport,
  prepared: PreparedCall,
  { request, repeat, deadline }: Work,
): Promise<Settled> {
  const { call, operation, settings, token } = prepared;
  const endsAt = performance.now() + settings.timeoutInMs;
  let refused: Token | undefined;
  let retries = 0;
  for (;;) {
    deadline.signal.throwIfAborted();
    const sentToken = await token?.take(deadline.expired, refused);
    if (call.attempts === 0) await settings.beforeFirstRequest?.();
    deadline.signal.throwIfAborted();
    const next = call.attempts === 0 ? request : repeat();
    const result = await attempt(transport, prepared, { request: next, token: sentToken?.token, deadline });
    deadline.signal.throwIfAborted();
    if (result.response?.status === 401 && sentToken && token?.mayReplace(sentToken, refused)) {
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

/** Sends the request once, inside the observers if there are any, which see a passed deadline at once. */
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

/** What the client sets itself cannot be added. */
const ownHeaders = ['accept', 'authorization', 'content-type'];

/** The request with the token and what observers add. */
function withHeaders(
  request: Request,
  token: string | undefined,
  added: Readonly<Record<string, string>> = {},
): Request {
  for (const [name, value] of Object.entries(added)) {
    if (!ownHeaders.includes(name.toLowerCase())) setIfPossible(request.headers, name, value);
  }
  if (token !== undefined) request.headers.set('authorization', `Bearer ${token}`);
  return request;
}
