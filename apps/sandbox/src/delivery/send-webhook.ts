import { createHmac } from 'node:crypto';
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { eventSignature, isRuleOff } from '@escrow-kit/spec';
import type { AssumedRules } from '../domain/refuse-or-note.ts';
import { readWebhookAddress, type WebhookAddress } from '../domain/webhook-address.ts';

/** An event on its way to a receiver. */
export interface WebhookRequest {
  webhookUrl: string;
  webhookSecret: string;
  /** The exact text to send. */
  body: string;
  timeoutInMs: number;
  /** Stops the request when the sandbox stops. */
  signal: AbortSignal;
  /** Signs it. */
  prepare: typeof prepareWebhook;
  /** With `note` every 2xx is a success (HOOK-3a). */
  assumedRules: AssumedRules;
}

/** The result of a request. It failed if there is a `failure`. */
export interface WebhookResult {
  /** Without its secrets. */
  url: string;
  requestHeaders: Record<string, string>;
  answer: WebhookAnswer | undefined;
  failure: Failure | undefined;
}

/** The failure of a request: its kind, and a text for a reader. */
export interface Failure {
  kind: NonNullable<ControlSchema<'DeliveryAttempt'>['failure']>;
  text: string;
}

/** The answer of a receiver. */
interface WebhookAnswer {
  status: number;
  headers: Record<string, string>;
  /** At most the first 64 KiB. */
  body: string;
}

/**
 * Posts an event with its signature over the exact bytes sent (HOOK-1, HOOK-2, AUTH-13). 200 is a success (HOOK-3). Another status
 * (a 2xx: HOOK-3a), a redirect, a broken connection and an answer that is not complete in time are failures. Returns undefined if
 * the sandbox stopped it, because then the receiver has not failed. Whatever the receiver does, it does not throw.
 */
export async function sendWebhook(request: WebhookRequest): Promise<WebhookResult | undefined> {
  const { timeoutInMs, signal, assumedRules } = request;
  const parts = request.prepare(request);
  const sent = { url: parts.address.forLog, requestHeaders: parts.headers };
  const timeout = AbortSignal.timeout(timeoutInMs);
  try {
    const answer = await post(parts, AbortSignal.any([timeout, signal]));
    return { ...sent, answer, failure: answerFailure(answer.status, assumedRules) };
  } catch (error) {
    if (signal.aborted) return undefined;
    const failure = timeout.aborted ? lateFailure(timeoutInMs) : describeFailure(error, parts.address.host);
    return { ...sent, answer: undefined, failure };
  }
}

/** Throws if the connection breaks, or is aborted, before the answer is complete. */
async function post(parts: WebhookParts, signal: AbortSignal): Promise<WebhookAnswer> {
  const request = openRequest(parts, signal);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    // After an answer with 101 nothing but the end comes.
    const rejectEnd = () => reject(Object.assign(new Error('There was no answer.'), { code: 'ECONNRESET' }));
    request.once('response', resolve).once('error', reject).once('close', rejectEnd).end(parts.bytes);
  });
  return readAnswer(response);
}

/**
 * Begins a request by `node:http`, which takes less of the processor than `fetch`. No redirect is followed. Each has a connection of
 * its own: a receiver that closes one which is kept just when the next event goes out would cost an attempt.
 */
export function openRequest({ address, headers, bytes }: WebhookParts, signal: AbortSignal): ClientRequest {
  const { target, authorization } = address;
  const options = {
    method: 'POST',
    headers: { ...headers, ...(authorization && { authorization }), 'content-length': bytes.length },
    signal,
    agent: false,
  };
  return target.startsWith('https:') ? requestHttps(target, options) : requestHttp(target, options);
}

/** The address, and the exact bytes to send with their headers. */
export interface WebhookParts {
  address: WebhookAddress;
  headers: Record<string, string>;
  bytes: Buffer<ArrayBuffer>;
}

/** Signs an event as the document says (HOOK-2). */
export function prepareWebhook({
  body,
  webhookUrl,
  webhookSecret,
}: Pick<WebhookRequest, 'body' | 'webhookUrl' | 'webhookSecret'>): WebhookParts {
  const bytes = Buffer.from(body);
  const headers = {
    'content-type': 'application/json',
    ...signatureOf(bytes, webhookSecret),
    'user-agent': 'escrow-kit-sandbox',
  };
  return { address: readWebhookAddress(webhookUrl), headers, bytes };
}

function signatureOf(bytes: Buffer, secret: string): Record<string, string> {
  if (!eventSignature) return {};
  const { header, algorithm, encoding, prefix } = eventSignature;
  return { [header.toLowerCase()]: prefix + createHmac(algorithm, secret).update(bytes).digest(encoding) };
}

const bodyLimitInBytes = 64 * 1024;

/** Reads an answer, cutting its body. */
async function readAnswer(response: IncomingMessage): Promise<WebhookAnswer> {
  const { statusCode: status = 0, headersDistinct } = response;
  const headers = Object.entries(headersDistinct).map(([name, values = []]) => [name, values.join(', ')]);
  const chunks: Buffer[] = [];
  let length = 0;
  // Leaving the loop early ends the connection.
  for await (const chunk of response) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= bodyLimitInBytes) break;
  }
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, bodyLimitInBytes));
  // To SQLite's functions, text ends at a NUL.
  return { status, headers: Object.fromEntries(headers), body: text.replaceAll('\0', '\uFFFD') };
}

function answerFailure(status: number, assumedRules: AssumedRules): Failure | undefined {
  if (status === 200) return undefined;
  if (status >= 300 && status < 400) {
    const text = `The receiver redirected (${status}). Redirects are not followed: set the final URL.`;
    return { kind: 'redirected', text };
  }
  const isOnly200 = assumedRules !== 'note' && !isRuleOff('HOOK-3a');
  if (status < 300 && !isOnly200) return undefined;
  const text = `The receiver answered ${status}${isOnly200 ? ', not 200' : ''}.`;
  if (status >= 400) return { kind: 'answered', text };
  const remedy = 'Answer 200, or start the sandbox with --assumed-rules note to accept every 2xx.';
  return { kind: 'answered', text: `${text} This fails by an implied rule (HOOK-3a). ${remedy}` };
}

function lateFailure(timeoutInMs: number): Failure {
  const text = `The receiver did not finish its answer within ${timeoutInMs / 1000} s. Answer first, process later.`;
  return { kind: 'timedOut', text };
}

/** Says why a request got no answer. `address` is the receiver's host and port. */
function describeFailure(error: unknown, address: string): Failure {
  const { code, message } = error as { code?: unknown; message?: unknown };
  const reason = String(code ?? message);
  const kind = kinds[reason];
  if (kind) return { kind, text: texts[kind](address) };
  return { kind: 'otherError', text: `The request to ${address} failed: ${reason}.` };
}

/** What is known of each failure that the system reports. */
const texts = {
  connectionRefused: (address: string) =>
    `Nothing listens on ${address}. Start the receiver there or correct the webhook URL.`,
  connectionClosed: (address: string) => `${address} closed the connection before its answer was complete.`,
  connectionTimedOut: (address: string) => `Connecting to ${address} timed out.`,
  unknownHost: (address: string) => `The host name in ${address} cannot be resolved. Correct the webhook URL.`,
  noRoute: (address: string) => `No route leads to ${address}.`,
  noTls: (address: string) => `${address} does not speak TLS: write http instead of https.`,
  certificateSelfSigned: (address: string) => `${address} has a self-signed certificate.`,
  certificateOfOther: (address: string) => `The certificate of ${address} is for another name.`,
  certificateExpired: (address: string) => `The certificate of ${address} has expired.`,
};

/** The kind of failure for each code. */
const kinds: Record<string, keyof typeof texts> = {
  ECONNREFUSED: 'connectionRefused',
  ECONNRESET: 'connectionClosed',
  EPIPE: 'connectionClosed',
  ENOTFOUND: 'unknownHost',
  EAI_AGAIN: 'unknownHost',
  EHOSTUNREACH: 'noRoute',
  ENETUNREACH: 'noRoute',
  ETIMEDOUT: 'connectionTimedOut',
  EPROTO: 'noTls',
  ERR_SSL_WRONG_VERSION_NUMBER: 'noTls',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificateSelfSigned',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificateOfOther',
  CERT_HAS_EXPIRED: 'certificateExpired',
};
