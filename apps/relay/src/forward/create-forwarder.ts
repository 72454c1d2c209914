import { standardHeaders, webhookIdOf } from '@escrow-kit/shared/standard-webhooks';
import { type HandleEvent, type SignatureForm, signedRequest } from '@escrow-kit/webhooks';
import { type Dispatcher, request } from 'undici';
import manifest from '../../package.json' with { type: 'json' };
import type { SecretSource } from '../secrets/secret-source.ts';
import { ForwardError, longestDelayInMs } from './plan-retry.ts';

/** How long an attempt may take. Our choice: not shown. */
export const attemptTimeoutInMs = 30_000;

/** How much of an answer is read. None of it is kept. */
const mostAnswerBytes = 64 * 1_024;

/** Means every event. A 503, or another status, may be about this event alone. */
const tooManyRequests = 429;

/** Codes of errors that come before a connection is there. */
const neverConnected = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
];

/** An attempt that was answered. */
export interface Answer {
  status: number;
  durationInMs: number;
}

export interface ForwarderOptions {
  url: string;
  /** How the service signs; null if it does not. Default: as its description says. */
  signature?: SignatureForm | null | undefined;
  /** Undefined if nothing is signed. */
  secrets: SecretSource | undefined;
  now: () => Date;
  /** How long an attempt may take. Default: 30 s. */
  timeoutInMs?: number;
}

/**
 * Sends an event to its target, signed as the service signs and by Standard Webhooks, with the bytes of the service. Resolves if the
 * answer is 2xx. No redirect is followed.
 * @throws ForwardError if the attempt failed.
 */
export type Forward = (...handled: Parameters<HandleEvent>) => Promise<Answer>;

export function createForwarder({
  url,
  signature,
  secrets,
  now,
  timeoutInMs = attemptTimeoutInMs,
}: ForwarderOptions): Forward {
  return async (_event, { key, rawBody, signal }) => {
    const accepted = secrets?.current() ?? [];
    // The service's form has room for one signature, Standard Webhooks for one of each secret.
    const [secret = ''] = accepted;
    const headers = {
      ...signedRequest(signature === null ? { body: rawBody, signature } : { body: rawBody, signature, secret })
        .headers,
      'user-agent': `escrow-relay/${manifest.version}`,
      ...standardHeaders(rawBody, { id: webhookIdOf(key), secrets: accepted, now: now() }),
    };
    const start = performance.now();
    const {
      statusCode: status,
      headers: answered,
      body,
    } = await send(url, {
      headers,
      rawBody,
      signal,
      start,
      timeoutInMs,
    });
    // The connection can be used again once the body is read; if that is too long, this closes it. The status counts even if the
    // body breaks off.
    await body.dump({ limit: mostAnswerBytes });
    const durationInMs = performance.now() - start;
    if (status >= 200 && status < 300) return { status, durationInMs };
    throw new ForwardError(`status ${status}`, {
      durationInMs,
      retryAt: readRetryAfter(answered['retry-after'], now()),
      isOutage: status === tooManyRequests,
    });
  };
}

/** Not by `fetch`, which refuses some ports, such as 6000 and 10080. */
async function send(
  url: string,
  {
    headers,
    rawBody,
    signal,
    start,
    timeoutInMs,
  }: { headers: Record<string, string>; rawBody: string; signal: AbortSignal; start: number; timeoutInMs: number },
): Promise<Dispatcher.ResponseData> {
  const timeout = AbortSignal.timeout(timeoutInMs);
  try {
    return await request(url, {
      method: 'POST',
      headers,
      body: rawBody,
      signal: AbortSignal.any([signal, timeout]),
      // The signal limits the time instead.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  } catch (error) {
    signal.throwIfAborted();
    const durationInMs = performance.now() - start;
    if (timeout.aborted) throw new ForwardError('no answer in time', { durationInMs, cause: error });
    const code = codeOf(error);
    const isOutage = neverConnected.includes(code);
    throw new ForwardError(`${isOutage ? 'no connection' : 'no answer'} (${code})`, {
      durationInMs,
      isOutage,
      cause: error,
    });
  }
}

/** The code of the innermost error. Its message is left out, because it may quote the address, which may hold a token. */
function codeOf(error: unknown): string {
  let code = 'unknown';
  for (let each = error; each instanceof Error; each = each.cause) {
    if ('code' in each && typeof each.code === 'string') code = each.code;
  }
  return code;
}

/** Seconds or a date, as HTTP has them, but no later than the longest delay allows. */
function readRetryAfter(value: string | string[] = '', now: Date): Date | undefined {
  const text = String(value);
  const time = /^\d+$/.test(text) ? now.getTime() + Number(text) * 1_000 : Date.parse(text);
  return Number.isNaN(time) ? undefined : new Date(Math.min(time, now.getTime() + longestDelayInMs));
}
