import type { Answer } from '../errors/api-error.ts';
import { EscrowError } from '../errors/escrow-error.ts';
import { isRecord } from '../rules/is-record.ts';
import type { Deadline } from './deadline.ts';
import type { HostName } from './operation.ts';

/** What runtimes call a connection that was never made. Anything else leaves open whether the service got the request. */
const neverConnected = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused)$/;

/** Deno has no code, and says it in its message. */
const neverConnectedInDeno = /client error \(Connect\)/;

/** One of the errors that a failed fetch is made of. */
interface NetworkFailure {
  message?: unknown;
  code?: unknown;
  /** What the system was asked to do, such as `connect` or `read`. */
  syscall?: unknown;
  cause?: unknown;
}

const longestChain = 10;

/** A failure and its causes, from the outermost on. */
function chainOf(failure: unknown): NetworkFailure[] {
  const chain: NetworkFailure[] = [];
  for (let link = failure; isRecord(link) && chain.length < longestChain; link = link['cause']) chain.push(link);
  return chain;
}

/** The error of a failed fetch. Of its causes only the codes are kept: their messages may quote what was sent or read. */
function connectionError(failure: unknown, host: HostName): EscrowError {
  const chain = chainOf(failure);
  const coded = chain.filter(({ code }) => typeof code === 'string');
  const wasNeverSent =
    coded.length > 0
      ? coded.every(({ code, syscall }) => syscall === 'connect' || neverConnected.test(String(code)))
      : chain.some(({ message }) => typeof message === 'string' && neverConnectedInDeno.test(message));
  const { code, syscall } = coded.at(-1) ?? {};
  const cause = Object.assign(new Error(`fetch failed${code ? `: ${code}` : ''}`), { code, syscall });
  return wasNeverSent
    ? new EscrowError('connection', `reached no host: check hosts.${host}.`, { outcome: 'not-sent', cause })
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
  host: HostName,
): Promise<Answer | EscrowError> {
  const read = async (): Promise<Answer> => {
    const response = await fetch(request);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  try {
    return await deadline.race(read());
  } catch (failure) {
    if (!deadline.signal.aborted) return connectionError(failure, host);
    const { code, message } = deadline.signal.reason as EscrowError;
    return new EscrowError(code, message, { outcome: 'unknown' });
  }
}
