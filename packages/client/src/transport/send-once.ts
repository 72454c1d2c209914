import { type Answer, outcomeOf } from '../errors/api-error.ts';
import { EscrowError, type EscrowErrorCode, type Outcome } from '../errors/escrow-error.ts';
import { isRecord } from '../rules/is-record.ts';
import type { Deadline } from './deadline.ts';
import type { HostName } from './operation.ts';

/** What came of one request: an answer or an error, and by its status or code the reason to send it again. */
export type Result = { outcome: Outcome } & (
  | { answer: Answer; reason: number; error?: never }
  | { error: EscrowError; reason: EscrowErrorCode; answer?: never }
);

/** What runtimes call a connection that was never made. Anything else leaves open whether the service got the request. */
const neverConnected = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused)$/;

/** Deno has no code, and says it in its message. */
const neverConnectedInDeno = /client error \(Connect\)/;

const longestChain = 10;

/** The error of a failed fetch. Of its causes only the codes are kept: their messages may quote what was sent or read. */
function connectionFailure(failure: unknown, host: HostName): Result {
  const chain: Record<string, unknown>[] = [];
  for (let link = failure; isRecord(link) && chain.length < longestChain; link = link['cause']) chain.push(link);
  const coded = chain.filter((link) => typeof link['code'] === 'string');
  const wasNeverSent = coded[0]
    ? coded.every((link) => link['syscall'] === 'connect' || neverConnected.test(String(link['code'])))
    : chain.some((link) => neverConnectedInDeno.test(String(link['message'])));
  const { code, syscall } = coded.at(-1) ?? {};
  const cause = Object.assign(new Error(`fetch failed: ${code}`), { code, syscall });
  const message = wasNeverSent ? `no connection: check hosts.${host}.` : 'lost its connection: it may be carried out.';
  return {
    reason: 'connection',
    outcome: wasNeverSent ? 'not-sent' : 'unknown',
    error: new EscrowError('connection', message, { cause }),
  };
}

/** Sends a request once and reads the answer to its end. */
export async function sendOnce(
  request: Request,
  fetch: (request: Request) => Promise<Response>,
  { signal, race }: Deadline,
  host: HostName,
): Promise<Result> {
  const read = async (): Promise<Answer> => {
    const response = await fetch(request);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  try {
    const answer = await race(read());
    return { answer, reason: answer.status, outcome: outcomeOf(answer.status) };
  } catch (failure) {
    const error: EscrowError = signal.reason;
    return error ? { error, reason: error.code, outcome: 'unknown' } : connectionFailure(failure, host);
  }
}
