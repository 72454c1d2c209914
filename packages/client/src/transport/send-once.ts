import { consequenceOf } from '../errors/consequence.ts';
import { EscrowError, type Outcome } from '../errors/escrow-error.ts';
import type { Operation } from '../generated/operations.ts';
import type { RequestParts } from '../input/check-request.ts';
import { deepestJson, isTooDeep } from '../input/json-depth.ts';
import type { CallState } from '../observation/hooks.ts';
import { type HostClient, PlainAnswer } from './host-clients.ts';
import type { HttpTransport } from './http-transport.ts';
import { BodyTooLargeError, readText } from './read-text.ts';

/** An answer of the service, read to its end. */
export interface Answer {
  outcome: Outcome;
  /** What came with it; its body is read. */
  response: Response;
  /** The text of a success. */
  text: string;
  /** The body of a refusal: parsed, or its text where it is no JSON. */
  refusal: unknown;
  /** The token that was sent. */
  token: string | undefined;
}

/** What came of one request: an answer, or that none came. */
export type Result = Answer | { outcome: Outcome; response?: undefined; error: EscrowError };

/** A request, ready to be sent. */
export interface OutgoingRequest {
  call: CallState;
  operation: Operation;
  client: HostClient;
  parts: RequestParts;
  token: string | undefined;
  headers: Record<string, string>;
  signal: AbortSignal;
  maxAnswerInBytes: number;
  transport: HttpTransport;
}

/**
 * Sends a request once and reads the answer to its end.
 * @throws TypeError or URIError for what no request can carry, such as an id that is half of a surrogate pair. Nothing was sent.
 */
export async function sendOnce(request: OutgoingRequest): Promise<Result> {
  const { call, operation, client, parts, headers, signal, maxAnswerInBytes, transport, token } = request;
  const { outcome: outcomeBefore, attempts: attemptsBefore } = call;
  let response: Response | undefined;
  let address = '';
  try {
    const body = encodeBody(operation, parts.body);
    const answer = await client.request(operation.method, operation.template, {
      params: parts,
      parseAs: 'text',
      async fetch({ url }) {
        call.attempts++;
        // Until there is proof of something better.
        call.outcome = 'unknown';
        address = url;
        response = await transport.send({ url, method: operation.method, headers, body, maxAnswerInBytes, signal });
        return new PlainAnswer(response, await readText(response, { limitInBytes: maxAnswerInBytes, signal }));
      },
    });
    if (isTooDeep(answer.error)) return unusable(request, `nested deeper than ${deepestJson} levels`);
    const outcome = outcomeOf(answer.response.status);
    if (outcomeBefore !== 'unknown') call.outcome = outcome;
    return { outcome, response: answer.response.source, text: answer.data ?? '', refusal: answer.error, token };
  } catch (thrown) {
    // The request itself could not be made.
    if (call.attempts === attemptsBefore) throw thrown;
    if (thrown instanceof BodyTooLargeError) {
      return unusable(request, `longer than maxAnswerInBytes, ${maxAnswerInBytes} bytes, and was not read further`);
    }
    const failure = failureOf(thrown);
    const outcome = !response && wasNeverConnected(failure) ? 'not-sent' : 'unknown';
    if (outcomeBefore !== 'unknown') call.outcome = outcome;
    return { outcome, error: connectionError(request, failure, new URL(address).origin) };
  }
}

/** The result of a request whose answer is not taken. It is not sent again: the next answer would be no better. */
function unusable({ call, operation }: OutgoingRequest, why: string): Result {
  return {
    outcome: 'unknown',
    error: new EscrowError('decode', `was answered, but the answer is ${why}. ${consequenceOf(call, operation)}`, call),
  };
}

/** @throws TypeError for a GET with a body, as a `Request` does. */
function encodeBody({ method, encoding }: Operation, body: unknown): string | undefined {
  if (body === undefined) return undefined;
  if (method === 'GET') throw new TypeError('A GET carries no body.');
  return encoding ? new URLSearchParams(body as Record<string, string>).toString() : JSON.stringify(body);
}

/** A refusal means that nothing was done. After a failure, a redirect or a time-out of the server nobody knows. */
const outcomeOf = (status: number): Outcome =>
  status >= 400 && status < 500 && status !== 408 ? 'rejected' : 'unknown';

/** What `fetch` fails with: runtimes have the code in the error itself, or in its cause. */
interface Failure {
  code?: unknown;
  syscall?: unknown;
  cause?: unknown;
  message?: unknown;
}

/** What `fetch` says, without a code, of a port that it never connects to, such as 6000. */
const badPort = 'bad port';

function failureOf(thrown: unknown): Failure {
  const failure: Failure = Object(thrown);
  if (failure.code) return failure;
  const cause: Failure = Object(failure.cause);
  return cause.message === badPort ? { code: badPort } : cause;
}

/** What undici fails with once its pool is closed. */
const closedTransport = 'UND_ERR_CLOSED';

const codesOfNoConnection: readonly unknown[] = [
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', closedTransport, badPort],
  // Bun
  'ConnectionRefused',
];

/** Whether a connection was surely never made. A further cause leaves open what came first. */
const wasNeverConnected = ({ code, syscall, cause }: Failure): boolean =>
  !cause && (codesOfNoConnection.includes(code) || syscall === 'connect');

/** The error of a request that no answer came to. Of its cause only the codes are kept: its message may quote what was sent. */
function connectionError(
  { call, operation }: OutgoingRequest,
  { code, syscall }: Failure,
  origin: string,
): EscrowError {
  const host = `hosts.${call.host}, ${origin}${typeof code === 'string' ? ` (${code})` : ''}`;
  const remedy =
    code === closedTransport
      ? 'its transport was closed. Create another, and a client with it.'
      : 'check the address, and that the service is up.';
  const what =
    call.outcome === 'not-sent' ? `found no connection to ${host}: ${remedy}` : `lost its connection to ${host}.`;
  return new EscrowError('connection', `${what} ${consequenceOf(call, operation)}`, {
    ...call,
    cause: { code, syscall },
  });
}
