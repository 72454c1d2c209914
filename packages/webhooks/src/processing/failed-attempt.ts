import type { ProcessingSettings } from './processing-settings.ts';

/** Longer messages are cut: a message is for reading. */
const longestMessageInCharacters = 1_000;

/** What becomes of an event whose attempt failed. */
export interface Failure {
  /** Undefined: no attempt is left, the event is dead. */
  retryAt: Date | undefined;
  /** The message of the error. */
  lastError: string;
}

/** When an event is attempted again after its attempt (1 for the first) failed at `now`, if at all. */
export function failureOf(error: unknown, attempt: number, now: Date, settings: ProcessingSettings): Failure {
  const lastError = messageOf(error);
  if (attempt >= settings.attempts) return { retryAt: undefined, lastError };
  return { retryAt: new Date(now.getTime() + retryDelayInMs(attempt, settings)), lastError };
}

/** Random between 0 and `firstDelayInMs * 2^(attempt - 1)`, at most `longestDelayInMs`: full jitter. */
export function retryDelayInMs(
  attempt: number,
  { firstDelayInMs, longestDelayInMs }: Pick<ProcessingSettings, 'firstDelayInMs' | 'longestDelayInMs'>,
  random: () => number = Math.random,
): number {
  return Math.floor(random() * Math.min(longestDelayInMs, firstDelayInMs * 2 ** (attempt - 1)));
}

/** A message that every database takes, whatever was thrown: PostgreSQL has no U+0000 in a text. */
const messageOf = (error: unknown): string =>
  textOf(error).slice(0, longestMessageInCharacters).replaceAll('\u0000', '\ufffd').toWellFormed();

function textOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return 'What was thrown has no text.';
  }
}

/** The error of an event whose process died during the last attempt that it had. */
export const processDied = (): Error => new Error('The process ended during the last attempt.');
