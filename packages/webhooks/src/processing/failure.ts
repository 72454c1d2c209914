import { UnreadableBodyError } from '../event/stored-event.ts';
import { type FailedEvent, latestDueTime } from './plan-retry.ts';
import type { ProcessingSettings } from './processing.ts';

/** What a failed attempt changes about its event. */
export interface Failure {
  /** Undefined if no attempt is left or can succeed: the event is dead. */
  retryAt: Date | undefined;
  /** The error message. */
  lastError: string;
}

/** Plans the next attempt after this one (1 for the first) failed now. */
export function failureOf(
  error: unknown,
  { attempt, receivedAt, openSince }: Pick<FailedEvent, 'attempt' | 'receivedAt' | 'openSince'>,
  settings: ProcessingSettings,
): Failure {
  const lastError = messageOf(error);
  if (error instanceof UnreadableBodyError) return { retryAt: undefined, lastError };
  const now = settings.now();
  const planned = settings.planRetry({ error, attempt, receivedAt, openSince, now });
  const latest = latestDueTime(now, settings);
  return { retryAt: planned && planned > latest ? latest : planned, lastError };
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
