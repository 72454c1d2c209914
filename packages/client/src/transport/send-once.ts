import type { Operation } from '../document/registered.ts';
import { consequenceOf } from '../errors/consequence.ts';
import { EscrowError, type Outcome } from '../errors/escrow-error.ts';
import type { CallOutcome, CallState } from '../observation/call-info.ts';
import { BodyTooLargeError, readText } from './read-text.ts';

/** Sends a request, as `fetch` does. */
export type SendRequest = (request: Request) => Promise<Response>;

/** The result of one request: an answer, read to its end, or a connection failure. */
export type AttemptResult =
  | { outcome: CallOutcome; response: Response; text: string }
  | { outcome: Outcome; response?: undefined; error: EscrowError };

/** The call that a request belongs to, and the limits for its answer. */
interface AttemptContext {
  call: CallState;
  operation: Operation;
  maxAnswerInBytes: number;
  signal: AbortSignal;
}

/** Sends a request once and reads the whole answer, up to the limit. */
export async function sendOnce(fetch: SendRequest, request: Request, context: AttemptContext): Promise<AttemptResult> {
  const { call, maxAnswerInBytes, signal } = context;
  const { outcome: outcomeBefore } = call;
  let response: Response | undefined;
  call.attempts++;
  // Stays so until there is proof of another outcome.
  call.outcome = 'unknown';
  try {
    response = await fetch(request);
    const text = await readText(response, { limitInBytes: maxAnswerInBytes, signal });
    const { status } = response;
    if (!isFinalStatus(status)) {
      return { outcome: 'unknown', error: unusableAnswer(context, `one with the invalid status ${status}`) };
    }
    const outcome = outcomeOf(status);
    if (outcomeBefore !== 'unknown' || outcome === 'succeeded') call.outcome = outcome;
    return { outcome, response, text };
  } catch (thrown) {
    if (thrown instanceof BodyTooLargeError) {
      const why = `longer than maxAnswerInBytes, ${maxAnswerInBytes} bytes, and was not read further`;
      return { outcome: 'unknown', error: unusableAnswer(context, why) };
    }
    const failure = failureOf(thrown);
    const outcome = !response && wasNeverConnected(failure) ? 'not-sent' : 'unknown';
    if (outcomeBefore !== 'unknown') call.outcome = outcome;
    return { outcome, error: connectionError(context, failure, new URL(request.url).origin) };
  }
}

/** Whether an answer can end with this status. In browsers, a redirect that is not followed has status 0. */
const isFinalStatus = (status: number): boolean => status === 0 || (status >= 200 && status <= 599);

/** The error of a call whose answer cannot be used. It is not retried, because the next answer would be no better. */
export function unusableAnswer(
  { call, operation }: Pick<AttemptContext, 'call' | 'operation'>,
  why: string,
): EscrowError {
  const failed = { ...call, outcome: 'unknown' } as const;
  return new EscrowError(
    'decode',
    `was answered, but the answer is ${why}. ${consequenceOf(failed, operation)}`,
    failed,
  );
}

/** A refusal means that the service did nothing. After a server error, a redirect or a 408 the outcome is unknown. */
function outcomeOf(status: number): CallOutcome {
  if (status >= 200 && status < 300) return 'succeeded';
  return status >= 400 && status < 500 && status !== 408 ? 'rejected' : 'unknown';
}

/** An error of `fetch`. Depending on the runtime, the code is in the error itself or in its cause. */
interface Failure {
  code?: unknown;
  syscall?: unknown;
  cause?: unknown;
  message?: unknown;
}

/** The message of `fetch`, which has no code, for a port that it never connects to, such as 6000. */
const badPort = 'bad port';

function failureOf(thrown: unknown): Failure {
  const failure: Failure = Object(thrown);
  if (failure.code) return failure;
  const cause: Failure = Object(failure.cause);
  return cause.message === badPort ? { code: badPort } : cause;
}

const codesOfNoConnection: readonly unknown[] = [
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_CLOSED', badPort],
  // Bun
  'ConnectionRefused',
];

/** Whether a connection was certainly never made. If there is a further cause, that is not certain. */
const wasNeverConnected = ({ code, syscall, cause }: Failure): boolean =>
  !cause && (codesOfNoConnection.includes(code) || syscall === 'connect');

/** The error of a request without an answer. It contains only the codes of its cause, whose message may quote what was sent. */
function connectionError(
  { call, operation }: Pick<AttemptContext, 'call' | 'operation'>,
  { code, syscall }: Failure,
  origin: string,
): EscrowError {
  const host = `hosts.${call.host}, ${origin}${typeof code === 'string' ? ` (${code})` : ''}`;
  const problem =
    call.outcome === 'not-sent'
      ? `could not connect to ${host}: check the address, and that the service is up.`
      : `lost its connection to ${host}.`;
  return new EscrowError('connection', `${problem} ${consequenceOf(call, operation)}`, {
    ...call,
    cause: { code, syscall },
  });
}
