import type { Answer } from '../errors/api-error.ts';
import { EscrowError, type Outcome } from '../errors/escrow-error.ts';
import type { Deadline } from './deadline.ts';

/** What runtimes call a connection that was never made. Any other failure leaves open whether the service got it. */
const neverConnected =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused)$/;

/** What runtimes throw when a fetch fails: the reason is its cause, or one of several, one for each address tried. */
interface NetworkFailure {
  message?: string;
  code?: string;
  cause?: NetworkFailure;
  errors?: NetworkFailure[];
}

const rootsOf = ({ errors, cause, message, code }: NetworkFailure): NetworkFailure[] => {
  if (errors?.length) return errors.flatMap(rootsOf);
  return cause ? rootsOf(cause) : [{ message: message ?? '', code: code ?? '' }];
};

/** The error of a failed fetch. Its cause is reduced to message and code: a parser's error holds the bytes it read. */
function connectionError(failure: NetworkFailure): EscrowError {
  const roots = rootsOf(failure);
  const wasNeverSent = roots.every(({ code = '' }) => neverConnected.test(code));
  const { message, code } = roots[0] ?? {};
  const cause = Object.assign(new Error(message), { code });
  const outcome: Outcome = wasNeverSent ? 'not-sent' : 'unknown';
  return new EscrowError('connection', wasNeverSent ? 'reached no host.' : 'lost its connection.', { outcome, cause });
}

/** Sends a request once and reads the answer to its end. */
export async function sendOnce(
  request: Request,
  fetch: (request: Request) => Promise<Response>,
  deadline: Deadline,
): Promise<Answer | EscrowError> {
  const read = async (): Promise<Answer> => {
    const response = await fetch(request);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  try {
    return await deadline.race(read());
  } catch (failure) {
    if (!deadline.signal.aborted) return connectionError(failure as NetworkFailure);
    const { code, message } = deadline.signal.reason as EscrowError;
    return new EscrowError(code, message, { outcome: 'unknown' });
  }
}
