import { EscrowError, type Outcome } from '../errors/escrow-error.ts';
import { isRecord } from '../rules/is-record.ts';
import type { HostName } from './operation.ts';

/** An answer of the service, read to its end. */
export interface Answer {
  /** What came with it; its body is read. */
  response: Response;
  text: string;
}

/** What came of one request: an answer or an error. */
export type Result = { outcome: Outcome } & ((Answer & { error?: never }) | { error: EscrowError; response?: never });

/** What runtimes call a connection that was never made. Anything else leaves open whether the service got the request. */
const neverConnected = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused)$/;

/** Deno has no code, and says it in its message. */
const neverConnectedInDeno = /client error \(Connect\)/;

const longestChain = 10;

/** The error of a failed fetch. Of its causes only the codes are kept: their messages may quote what was sent or read. */
function connectionError(failure: unknown, host: HostName): EscrowError {
  const chain: Record<string, unknown>[] = [];
  for (let link = failure; isRecord(link) && chain.length < longestChain; link = link['cause']) chain.push(link);
  const coded = chain.filter((link) => typeof link['code'] === 'string');
  const wasNeverSent = coded[0]
    ? coded.every((link) => link['syscall'] === 'connect' || neverConnected.test(String(link['code'])))
    : chain.some((link) => neverConnectedInDeno.test(String(link['message'])));
  const { code, syscall } = coded.at(-1) ?? {};
  const cause = Object.assign(new Error(`fetch failed: ${code}`), { code, syscall });
  const message = wasNeverSent ? `no connection: check hosts.${host}.` : 'lost its connection: it may be carried out.';
  return new EscrowError('connection', message, { cause, outcome: wasNeverSent ? 'not-sent' : 'unknown' });
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
    const error = connectionError(failure, host);
    return { error, outcome: error.outcome };
  }
}
