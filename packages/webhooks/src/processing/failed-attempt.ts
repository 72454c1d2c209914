import type { ProcessingSettings } from './processing.ts';

/** Longer messages are cut. */
const longestMessageInCharacters = 1_000;

/** What becomes of an event after a failed attempt. */
export interface Failure {
  /** Undefined if no attempt is left: the event is dead. */
  retryAt: Date | undefined;
  /** The error message. */
  lastError: string;
}

/** Plans the next attempt after this one (1 for the first) failed now. */
export function failureOf(error: unknown, attempt: number, settings: ProcessingSettings): Failure {
  const lastError = messageOf(error);
  if (attempt >= settings.attempts) return { retryAt: undefined, lastError };
  return { retryAt: new Date(settings.now().getTime() + retryDelayInMs(attempt, settings)), lastError };
}

/** Random between 0 and `firstDelayInMs * 2^(attempt - 1)`, at most `longestDelayInMs`: full jitter. */
export function retryDelayInMs(
  attempt: number,
  { firstDelayInMs, longestDelayInMs }: Pick<ProcessingSettings, 'firstDelayInMs' | 'longestDelayInMs'>,
  random: () => number = Math.random,
): number {
  return Math.floor(random() * Math.min(longestDelayInMs, firstDelayInMs * 2 ** (attempt - 1)));
}

/** A message that every database takes, whatever was thrown. PostgreSQL refuses U+0000. */
const messageOf = (error: unknown): string =>
  textOf(error).slice(0, longestMessageInCharacters).replaceAll('\u0000', '\ufffd').toWellFormed();

function textOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return 'The handler threw a value that cannot be printed.';
  }
}
