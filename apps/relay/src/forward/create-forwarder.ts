import type { HandleEvent } from '@escrow-kit/webhooks';
import manifest from '../../package.json' with { type: 'json' };
import { eventSource } from '../deployment/event-source.ts';
import type { TargetOptions } from '../options/relay-options.ts';
import type { SecretSource } from '../secrets/secret-source.ts';
import { ForwardError } from './forward-error.ts';
import { standardHeaders } from './standard-webhooks.ts';

/** How much of an answer is read. None of it is kept. */
const mostAnswerBytes = 64 * 1_024;

/** The longest `retry-after` in seconds that is read. */
const mostRetryAfterInSeconds = 86_400;

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
  target: Pick<TargetOptions, 'url' | 'timeoutInMs'>;
  /** Undefined if nothing is signed. */
  secrets: SecretSource | undefined;
  now: () => Date;
}

/**
 * Sends an event to its target, signed as the service signs and by Standard Webhooks, with the bytes of the service. Resolves if the
 * answer is 2xx. No redirect is followed.
 * @throws ForwardError if the attempt failed.
 */
export type Forward = (...handled: Parameters<HandleEvent>) => Promise<Answer>;

export function createForwarder({ target, secrets, now }: ForwarderOptions): Forward {
  return async (_event, { key, rawBody, signal }) => {
    const accepted = secrets?.current() ?? [];
    const [secret = ''] = accepted;
    const headers = {
      ...eventSource.createRequest({ body: rawBody, secret }).headers,
      'user-agent': `escrow-relay/${manifest.version}`,
      ...standardHeaders(rawBody, { key, secrets: accepted, now: now() }),
    };
    const start = performance.now();
    const response = await send(target, { headers, rawBody, signal });
    await readAnswer(response);
    const { status } = response;
    if (response.ok) return { status, durationInMs: performance.now() - start };
    throw new ForwardError(`status ${status}`, {
      retryAt: readRetryAfter(response, now()),
      isOutage: status === tooManyRequests,
    });
  };
}

async function send(
  { url, timeoutInMs }: ForwarderOptions['target'],
  { headers, rawBody, signal }: { headers: Record<string, string>; rawBody: string; signal: AbortSignal },
): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutInMs);
  try {
    return await fetch(url, {
      method: 'POST',
      headers,
      body: rawBody,
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout]),
    });
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.aborted) throw new ForwardError('no answer in time', { cause: error });
    const code = codeOf(error);
    throw new ForwardError(`no connection (${code})`, { isOutage: neverConnected.includes(code), cause: error });
  }
}

/** The code of the innermost error: the message may name what it holds. */
function codeOf(error: unknown): string {
  let code = 'unknown';
  for (let each = error; each instanceof Error; each = each.cause) {
    if ('code' in each && typeof each.code === 'string') code = each.code;
  }
  return code;
}

/** Reads the answer, so that the connection can be used again, or closes it after too much. An answer that breaks off has arrived. */
async function readAnswer({ body }: Response): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.length;
      // Leaving the loop closes the connection.
      if (bytes > mostAnswerBytes) return;
    }
  } catch {
    // The status is there.
  }
}

/** Seconds or a date, as HTTP has them. */
function readRetryAfter({ headers }: Response, now: Date): Date | undefined {
  const value = headers.get('retry-after') ?? '';
  const time = /^\d+$/.test(value)
    ? now.getTime() + Math.min(Number(value), mostRetryAfterInSeconds) * 1_000
    : Date.parse(value);
  return Number.isNaN(time) ? undefined : new Date(time);
}
