import { UnreadableBodyError } from '../event/stored-event.ts';
import type { ProcessingSettings } from './processing.ts';

/** What a failed attempt changes about its event. */
export interface Failure {
  /** Undefined if no attempt is left or can succeed: the event is dead. */
  retryAt: Date | undefined;
  /** The error message. */
  lastError: string;
}

/** Plans the next attempt after this one (1 for the first) failed now. */
export function failureOf(error: unknown, attempt: number, settings: ProcessingSettings): Failure {
  const lastError = messageOf(error);
  const isLast = attempt >= settings.attempts || error instanceof UnreadableBodyError;
  if (isLast) return { retryAt: undefined, lastError };
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

/** Longer messages are cut. */
const longestMessageInCharacters = 1_000;

/** The message of any thrown value, in a form that every database accepts. PostgreSQL refuses U+0000. */
const messageOf = (error: unknown): string =>
  textOf(error).slice(0, longestMessageInCharacters).replaceAll('\u0000', '\ufffd').toWellFormed();

function textOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return 'The handler threw a value that cannot be printed.';
  }
}
