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

/** What `fetch` fails with: runtimes have the code in the error itself, or in its cause. */
interface Failure {
  code?: string;
  syscall?: string;
  cause?: Failure;
}

/** Sends a request once and reads the answer to its end. */
export async function sendOnce(
  request: Request,
  fetch: (request: Request) => Promise<Response>,
  host: HostName,
): Promise<Result> {
  let response: Response | undefined;
  try {
    response = await fetch(request);
    const text = await response.text();
    const { status } = response;
    // A refusal means that nothing was done. After a failure, a redirect or a time-out of the server nobody knows.
    return { response, text, outcome: status >= 400 && status < 500 && status !== 408 ? 'rejected' : 'unknown' };
  } catch (thrown) {
    const failure = thrown as Failure | undefined;
    // Of the cause only its code is kept: its message may quote what was sent or read.
    const { code, syscall, cause }: Failure = (failure?.code ? failure : failure?.cause) ?? {};
    // These are the codes of a connection that was never made, or its system call. Anything else leaves open whether it
    // was, and so does what fails after an answer began, or for a further reason.
    return !response &&
      !cause &&
      /^(E(CONNREFUSED|NOTFOUND|AI_AGAIN)|ConnectionRefused|UND_ERR_CONNECT_TIMEOUT) | connect$/.test(
        `${code} ${syscall}`,
      )
      ? new EscrowError('connection', `no connection: check hosts.${host}.`, { cause: { code, syscall } })
      : new EscrowError('connection', 'lost its connection.', { cause: { code, syscall }, outcome: 'unknown' });
  }
}
