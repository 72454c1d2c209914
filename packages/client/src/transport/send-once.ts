import { EscrowError, type Outcome } from '../errors/escrow-error.ts';
import type { HostName } from './operation.ts';

/** An answer of the service, read to its end. */
export interface Answer {
  /** What came with it; its body is read. */
  response: Response;
  text: string;
}

/** What came of one request: an answer or an error. */
export type Result = (Answer & { outcome: Outcome }) | (EscrowError & { response?: never });

/** The codes of a connection that was never made, or its system call. Anything else leaves open whether it was. */
const neverConnected = /REFUSED|Refused|NOTFOUND|EAI_AGAIN|CONNECT_TIMEOUT|\bconnect$/;

/** What `fetch` fails with: runtimes have the code in the error itself, or in its cause. */
interface Failure {
  code?: string;
  syscall?: string;
  cause?: Failure;
}

/** The error of a failed fetch. Of its cause only the code is kept: its message may quote what was sent or read. */
function connectionError(failure: Failure | undefined, host: HostName): EscrowError {
  const { code, syscall } = (failure?.code ? failure : failure?.cause) ?? {};
  return neverConnected.test(`${code} ${syscall}`)
    ? new EscrowError('connection', `no connection: check hosts.${host}.`, { cause: { code, syscall } })
    : new EscrowError('connection', 'lost its connection.', { cause: { code, syscall }, outcome: 'unknown' });
}

/** A refusal means that nothing was done. After a failure, a redirect or a time-out of the server nobody knows. */
const outcomeOf = (status: number): Outcome =>
  status >= 400 && status < 500 && status !== 408 ? 'rejected' : 'unknown';

/** Sends a request once and reads the answer to its end. */
export async function sendOnce(
  request: Request,
  fetch: (request: Request) => Promise<Response>,
  host: HostName,
): Promise<Result> {
  try {
    const response = await fetch(request);
    const text = await response.text();
    return { response, text, outcome: outcomeOf(response.status) };
  } catch (failure) {
    return connectionError(failure as Failure, host);
  }
}
