import { attemptsInSeconds, retryDelaysInSeconds } from '@escrow-kit/spec';

const marked = /(<!-- Written by `pnpm generate`. -->\n).*?(\n<!-- Until here. -->)/s;

/** The page with the document's retry schedule between its two marks. Throws if the marks are missing. */
export function withRetrySchedule(page: string): string {
  if (!marked.test(page)) throw new Error('webhooks-operation.md has no place for the retry schedule.');
  return page.replace(marked, `$1${retrySchedule()}$2`);
}

function retrySchedule(): string {
  const delays = retryDelaysInSeconds.map((delay) => `${delay} s`).join(', then ');
  return `The service sends a failed delivery ${retryDelaysInSeconds.length} more times, after ${delays} (HOOK-4). From when each delay counts is not
shown; by our reading the service gives up ${attemptsInSeconds.at(-1)} s after the first attempt.`;
}
