import type { Operation } from '../document/registered.ts';
import { consequenceOf, EscrowError, type Outcome } from '../errors.ts';
import type { RequestParts } from '../input.ts';
import type { CallOutcome, CallState } from '../observer.ts';
import type { CallSettings, ClientSettings, SendRequest } from '../options.ts';
import type { TokenHolder } from '../tokens.ts';
import { connectionError, failureOf, wasNeverConnected } from './connection-failure.ts';

/** A call that was checked and is ready to be sent. */
export interface PreparedCall {
  call: CallState;
  operation: Operation;
  settings: CallSettings;
  /** The input that is sent. Never print it. */
  parts: RequestParts;
  /** The token to send; undefined if the operation takes none. */
  token: TokenHolder | undefined;
  /** The address of the host, as an option gave it. */
  address: string;
  /** The request without its token. Each attempt makes its own `Request` from it. */
  url: string;
  headers: Record<string, string> | Headers;
  body: string | null;
}

/** The final answer of a call, its text, and the token of its request. */
export interface FinalAnswer {
  response: Response;
  text: string;
  sentToken: string | undefined;
}

type Sender = Pick<ClientSettings, 'fetch' | 'notifier'>;

/**
 * Sends a request, and retries it until the answer is final, there must be no retry, or the deadline passes. Replaces a token that
 * is refused, once.
 * @throws EscrowError without an answer.
 */
export function sendUntilSettled(sender: Sender, prepared: PreparedCall): Promise<FinalAnswer> {
  const { timeoutInMs, signal } = prepared.settings;
  const createError = (code: 'timeout' | 'aborted') => deadlineError(code, prepared);
  return withDeadline({ timeoutInMs, signal, createError }, (deadline) => sendRepeatedly(sender, prepared, deadline));
}

async function sendRepeatedly(sender: Sender, prepared: PreparedCall, deadline: Deadline): Promise<FinalAnswer> {
  const { call, operation, settings, token } = prepared;
  let refusedToken: string | undefined;
  let retries = 0;
  for (;;) {
    deadline.signal.throwIfAborted();
    const sentToken = token && (await deadline.until(token.take(refusedToken, deadline.signal)));
    if (call.attempts === 0) await deadline.until(settings.beforeFirstRequest?.());
    // The deadline may have passed since: nothing may be sent for a call that has failed as not sent.
    deadline.signal.throwIfAborted();
    const result = await attempt(sender, prepared, sentToken, deadline);
    if (result.response?.status === 401 && token?.isReplaceable && refusedToken === undefined) {
      refusedToken = sentToken;
      continue;
    }
    const delayInMs = retryDelayInMs(operation, result, retries, settings.retry);
    if (delayInMs === undefined || performance.now() + delayInMs >= deadline.endsAtInMs) {
      if (!result.response) throw result.error;
      return { response: result.response, text: result.text, sentToken };
    }
    retries++;
    sender.notifier?.retry({ call, attempt: call.attempts + 1, delayInMs });
    await deadline.wait(delayInMs);
  }
}

/** The result of one request: an answer, read to its end, or a failure. */
type AttemptResult =
  | { outcome: CallOutcome; response: Response; text: string; error?: undefined }
  | { outcome: Outcome; response?: undefined; error: EscrowError };

/** Sends the request once, and tells the observers how it ended. */
async function attempt(
  { fetch, notifier }: Sender,
  prepared: PreparedCall,
  token: string | undefined,
  deadline: Deadline,
): Promise<AttemptResult> {
  const { call, url, headers, body } = prepared;
  const { method } = call;
  // Following a redirect would send headers and body to another origin.
  const request = new Request(url, { method, headers, body, redirect: 'manual', signal: deadline.signal });
  if (token !== undefined) request.headers.set('authorization', `Bearer ${token}`);
  const startedAt = performance.now();
  const result = await sendOnce(fetch, request, prepared, deadline);
  const { outcome, response, error } = result;
  const durationInMs = performance.now() - startedAt;
  notifier?.attempt({ call, attempt: call.attempts, durationInMs, status: response?.status, outcome, error });
  return result;
}

/** Sends a request and reads the whole answer, up to the limit. */
async function sendOnce(
  fetch: SendRequest,
  request: Request,
  prepared: PreparedCall,
  deadline: Deadline,
): Promise<AttemptResult> {
  const { call, settings } = prepared;
  const wasUnknown = call.outcome === 'unknown';
  let response: Response | undefined;
  let answering: Promise<Response> | undefined;
  call.attempts++;
  // Stays so until there is proof of another outcome.
  call.outcome = 'unknown';
  try {
    answering = fetch(request);
    response = await deadline.until(answering);
    const { status } = response;
    const limitInBytes = settings.maxAnswerInBytes;
    const text = await deadline.until(readText(response, limitInBytes, deadline.signal));
    if (text === undefined) {
      const fault = `is longer than maxAnswerInBytes (${limitInBytes})`;
      return { outcome: 'unknown', error: unusableAnswer(prepared, { status, fault }) };
    }
    if (!isFinalStatus(status)) {
      return { outcome: 'unknown', error: unusableAnswer(prepared, { status, fault: 'has no valid status' }) };
    }
    const outcome = outcomeOf(status);
    if (!wasUnknown || outcome === 'succeeded') call.outcome = outcome;
    return { outcome, response, text };
  } catch (thrown) {
    if (deadline.signal.aborted) {
      // The caller's `fetch` may ignore the signal.
      if (!response) answering?.then((late) => late.body?.cancel()).catch(() => {});
      return { outcome: 'unknown', error: deadline.signal.reason };
    }
    const failure = failureOf(thrown, fetch);
    const outcome = !response && wasNeverConnected(failure) ? 'not-sent' : 'unknown';
    if (!wasUnknown) call.outcome = outcome;
    return { outcome, error: connectionError(prepared, failure) };
  }
}

/** Whether an answer can end with this status. In browsers, a redirect that is not followed has status 0. */
const isFinalStatus = (status: number): boolean => status === 0 || (status >= 200 && status <= 599);

/** A refusal means that the service did nothing. After a server error, a redirect or a 408 the outcome is unknown. */
function outcomeOf(status: number): CallOutcome {
  if (status >= 200 && status < 300) return 'succeeded';
  return status >= 400 && status < 500 && status !== 408 ? 'rejected' : 'unknown';
}

/** The error of a call whose answer cannot be used. It is not retried, because the next answer would be no better. */
export function unusableAnswer(
  { call, operation }: Pick<PreparedCall, 'call' | 'operation'>,
  { status, fault }: { status: number; fault: string },
): EscrowError {
  call.outcome = 'unknown';
  const message = `was answered with ${status}, but the answer ${fault}. ${consequenceOf(call, operation)}`;
  return new EscrowError('decode', message, call);
}

/**
 * Reads the text of an answer piece by piece; undefined if it is longer than the limit, in decoded bytes: a small compressed body may
 * be large. Cancels what it does not read, which closes the connection.
 */
async function readText(response: Response, limitInBytes: number, signal: AbortSignal): Promise<string | undefined> {
  // The caller's `fetch` may return an answer that has `text` but no stream.
  if (typeof response.body?.getReader !== 'function') {
    const text = await response.text();
    return new TextEncoder().encode(text).length > limitInBytes ? undefined : text;
  }
  const reader = response.body.getReader();
  // Rejects if the stream has already failed.
  const cancel = () => void reader.cancel().catch(() => {});
  signal.addEventListener('abort', cancel);
  if (signal.aborted) cancel();
  try {
    const decoder = new TextDecoder();
    let text = '';
    let length = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      length += value.length;
      if (length > limitInBytes) return undefined;
      // Decode at once, because the stream may reuse the memory of a piece.
      text += decoder.decode(value, { stream: true });
    }
  } finally {
    cancel();
    signal.removeEventListener('abort', cancel);
  }
}

/** The delay before the next request: Retry-After, or else full jitter. Undefined if there must be no retry. */
function retryDelayInMs(
  operation: Operation,
  result: AttemptResult,
  retries: number,
  { max, baseDelayInMs, maxDelayInMs }: CallSettings['retry'],
): number | undefined {
  if (retries >= max || !mayBeSentAgain(operation, result)) return undefined;
  const askedInMs = result.response && retryAfterInMs(result.response.headers);
  if (askedInMs === undefined) return Math.random() * Math.min(maxDelayInMs, baseDelayInMs * 2 ** retries);
  return askedInMs > maxDelayInMs ? undefined : askedInMs;
}

/**
 * Whether a retry can do no harm. Unsent requests and 429s are retried, even writes. Other failures are retried only if the operation
 * is repeatable. Never retried: an answer that cannot be used, a redirect, and a failure to which the document gives a meaning, such
 * as the 500 for an unknown milestone (PAY-4).
 */
function mayBeSentAgain({ isRepeatable, meaningfulFailures }: Operation, result: AttemptResult): boolean {
  const { response, outcome } = result;
  if (!response && result.error.code !== 'connection') return false;
  if (outcome === 'not-sent' || response?.status === 429) return true;
  if (!isRepeatable || outcome === 'rejected') return false;
  return !response || (response.status >= 400 && !meaningfulFailures?.includes(response.status));
}

/** Reads the delay of Retry-After, in ms. Undefined if it is missing, malformed or in the past. */
export function retryAfterInMs(headers: Pick<Headers, 'get'>): number | undefined {
  const text = headers.get('retry-after');
  if (!text) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const delayInMs = httpDateInMs(text) - Date.now();
  return delayInMs > 0 ? delayInMs : undefined;
}

/** The forms of an HTTP-date (RFC 9110, 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`, and two obsolete ones, of which one has no zone. */
const dateWithZone = /^[A-Z][a-z]+, \d\d[ -][A-Z][a-z]{2}[ -]\d{2,4} \d\d:\d\d:\d\d GMT$/;
const dateWithoutZone = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/;

/** Parses an HTTP-date to ms since 1970; NaN for any other text. */
function httpDateInMs(text: string): number {
  if (dateWithZone.test(text)) return Date.parse(text);
  return dateWithoutZone.test(text) ? Date.parse(`${text} GMT`) : Number.NaN;
}

/** One deadline for everything that a call waits for. The caller's signal ends it early. */
interface Deadline {
  /** Aborts as soon as the deadline passes. Its reason is the error of the call. */
  signal: AbortSignal;
  /** When it passes, by `performance.now()`. */
  endsAtInMs: number;
  /** Waits for a value, and rejects with the error of the call as soon as the deadline passes, whatever the value does. */
  until<Value>(value: Value | PromiseLike<Value>): Promise<Value>;
  /** Waits for a delay. */
  wait(delayInMs: number): Promise<void>;
}

/**
 * Runs work with a deadline. The work waits for everything by `until` and `wait`, so that it ends in time. They may return just before
 * the deadline passes: check the signal before something that must not happen afterwards.
 */
export async function withDeadline<Result>(
  options: {
    timeoutInMs: number;
    /** The caller's signal. */
    signal?: AbortSignal | undefined;
    createError(code: 'timeout' | 'aborted'): EscrowError;
  },
  work: (deadline: Deadline) => Promise<Result>,
): Promise<Result> {
  const { timeoutInMs, signal: callerSignal, createError } = options;
  const controller = new AbortController();
  let end: (code: 'timeout' | 'aborted') => void = () => {};
  const expired = new Promise<never>((_, reject) => {
    end = (code) => {
      const error = createError(code);
      controller.abort(error);
      reject(error);
    };
  });
  // It may pass while nothing waits.
  expired.catch(() => {});
  const timers = [setTimeout(end, timeoutInMs, 'timeout')];
  const until: Deadline['until'] = (value) => Promise.race([expired, value]);
  const wait = (delayInMs: number) =>
    until(new Promise<void>((resolve) => timers.push(setTimeout(resolve, delayInMs))));
  const abort = () => end('aborted');
  callerSignal?.addEventListener('abort', abort);
  if (callerSignal?.aborted) abort();
  try {
    return await work({ signal: controller.signal, endsAtInMs: performance.now() + timeoutInMs, until, wait });
  } finally {
    timers.forEach(clearTimeout);
    callerSignal?.removeEventListener('abort', abort);
  }
}

/** The error of a call that timed out or was aborted. */
function deadlineError(code: 'timeout' | 'aborted', { call, operation, settings }: PreparedCall): EscrowError {
  const waiting = call.attempts > 0 ? '' : " while it waited for its token or the flow's journal";
  const what =
    code === 'timeout' ? `timed out after ${settings.timeoutInMs} ms (timeoutInMs)${waiting}.` : 'was aborted.';
  return new EscrowError(code, `${what} ${consequenceOf(call, operation)}`, call);
}
