import type { Answer } from '../errors/api-error.ts';
import { EscrowError } from '../errors/escrow-error.ts';
import type { Deadline } from './deadline.ts';

/** What Node and Bun, and Deno in its message, call a connection that was never made. Anything else leaves it open. */
const neverConnected = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused)$|\(Connect\)/;

/** What runtimes throw when a fetch fails: its last cause is the reason. */
interface NetworkFailure {
  message?: string;
  code?: string;
  /** What the system was asked to do, such as `connect` or `read`. */
  syscall?: string;
  cause?: NetworkFailure;
}

const reasonOf = (failure?: NetworkFailure): NetworkFailure =>
  failure?.cause ? reasonOf(failure.cause) : (failure ?? {});

/**
 * The error of a failed fetch. Its cause is reduced to message and code, for a parser's error holds the bytes it read, and
 * its message loses the URL, for a query may hold what is not to be logged.
 */
function connectionError(failure: NetworkFailure, { url }: Request): EscrowError {
  const { message = '', code = '', syscall } = reasonOf(failure);
  const cause = Object.assign(new Error(String(message).replaceAll(url, 'the host')), { code });
  return syscall === 'connect' || neverConnected.test(code || message)
    ? new EscrowError('connection', 'reached no host: check its address.', { outcome: 'not-sent', cause })
    : new EscrowError('connection', 'lost its connection: it may have been carried out.', {
        outcome: 'unknown',
        cause,
      });
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
    if (!deadline.signal.aborted) return connectionError(failure as NetworkFailure, request);
    const { code, message } = deadline.signal.reason as EscrowError;
    return new EscrowError(code, message, { outcome: 'unknown' });
  }
}
