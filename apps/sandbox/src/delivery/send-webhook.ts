import { createHmac } from 'node:crypto';
import { eventSignature } from '@escrow-kit/spec';
import { readWebhookAddress, type WebhookAddress } from '../domain/tenants/webhook-address.ts';
import { describeFailure, type Failure } from './failure.ts';
import { readAnswer, type WebhookAnswer } from './read-answer.ts';

/** An event on its way to a receiver. */
export interface WebhookRequest {
  webhookUrl: string;
  webhookSecret: string;
  /** The exact text to send. */
  body: string;
  timeoutInMs: number;
  /** Stops the request when the sandbox stops. */
  signal?: AbortSignal | undefined;
  /** Signs it. */
  prepare: typeof prepareWebhook;
}

/** The result of a request. It failed if there is a `failure`. */
export interface WebhookResult {
  /** Without its secrets. */
  url: string;
  requestHeaders: Record<string, string>;
  answer: WebhookAnswer | undefined;
  failure: Failure | undefined;
  /** The sandbox stopped it, which is not a failure of the receiver. */
  isStopped: boolean;
}

/**
 * Posts an event with its signature over the exact bytes sent (HOOK-1, HOOK-2, AUTH-13). Any 2xx is a success (HOOK-3
 * says 200; the others are our choice). Another status, a redirect, a broken connection and an answer that is not
 * complete in time are failures. Never throws on what the receiver does.
 */
export async function sendWebhook(request: WebhookRequest): Promise<WebhookResult> {
  const parts = request.prepare(request);
  const { answer, failure } = await post(request, parts);
  const isStopped = request.signal?.aborted === true && answer === undefined;
  return { url: parts.address.forLog, requestHeaders: parts.headers, answer, failure, isStopped };
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

async function post(
  { timeoutInMs, signal }: WebhookRequest,
  { address, headers, bytes }: WebhookParts,
): Promise<{ answer?: WebhookAnswer; failure?: Failure }> {
  const timeout = AbortSignal.timeout(timeoutInMs);
  const { authorization } = address;
  try {
    const response = await fetch(address.target, {
      method: 'POST',
      headers: authorization === undefined ? headers : { ...headers, authorization },
      body: bytes,
      redirect: 'manual',
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    });
    const answer = await readAnswer(response);
    const failure = answerFailure(answer);
    return failure === undefined ? { answer } : { answer, failure };
  } catch (error) {
    return { failure: describeFailure(error, { address: address.host, timeoutInMs }) };
  }
}

function answerFailure({ status }: WebhookAnswer): Failure | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status >= 300 && status < 400) {
    const text = `The receiver redirected with ${status}, which is not followed. Set the address that it leads to.`;
    return { kind: 'redirected', text };
  }
  return { kind: 'answered', text: `The receiver answered ${status}, not 200.` };
}
