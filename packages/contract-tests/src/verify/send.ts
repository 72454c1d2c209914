import { setTimeout as pause } from 'node:timers/promises';

/** How long the deployment may take for one answer, in milliseconds. */
export const answerLimitInMs = 30_000;

/** The longest that is waited where a deployment says that there were too many requests. Its windows are a minute. */
const longestWaitInSeconds = 65;

/** How long is waited where it does not say how long. */
const usualWaitInSeconds = 10;

/** How often a request is sent in all. */
const mostAttempts = 4;

/**
 * Sends a request, follows no redirect, and waits where there were too many requests (429), unless `waits` is false.
 * Rejects where there is no answer in time.
 */
export async function send(
  url: string,
  request: Pick<RequestInit, 'method' | 'headers' | 'body'>,
  { waits = true }: { waits?: boolean } = {},
): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(url, {
      ...request,
      redirect: 'manual',
      signal: AbortSignal.timeout(answerLimitInMs),
    });
    if (response.status !== 429 || !waits || attempt === mostAttempts) return response;
    const wantedInSeconds = Number(response.headers.get('retry-after') ?? usualWaitInSeconds);
    if (!(wantedInSeconds <= longestWaitInSeconds)) return response;
    await response.body?.cancel();
    await pause(wantedInSeconds * 1000);
  }
}

/** Why there was no answer, without an address that could hold a password. */
export function describeFailure(error: unknown): string {
  const { cause, name, message } = error as Error & { cause?: { code?: string; message?: string } };
  if (name === 'TimeoutError') return `no answer within ${answerLimitInMs / 1000} s`;
  return cause?.code ?? cause?.message ?? message;
}
