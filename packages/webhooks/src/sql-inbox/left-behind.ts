import { failureOf } from '../processing/failure.ts';
import type { ProcessingSettings } from '../processing/processing.ts';
import type { EventRow } from './rows.ts';
import type { ChangeStatements, Parameters } from './statements.ts';

/** The change to an event that a dead process left `processing`. */
interface LeftBehindChange {
  text: string;
  parameters: Parameters;
  /** Why the event is dead now; undefined if it is a suspect. */
  deadBy: Error | undefined;
}

/** Makes the event a suspect or dead: see `processing/alone.ts`. */
export function changeOfLeftBehind(
  { seq, attempts: attempt, alone }: Pick<EventRow, 'seq' | 'attempts' | 'alone'>,
  sql: ChangeStatements,
  settings: ProcessingSettings,
): LeftBehindChange {
  const suspect = { seq, attempt, alone: 1 };
  if (!alone) return { text: sql.undoAttempt, parameters: suspect, deadBy: undefined };
  const error = new Error('The process ended during the attempt.');
  const { retryAt, lastError } = failureOf(error, attempt, settings);
  return retryAt
    ? { text: sql.markRetry, parameters: { ...suspect, lastError, retryAt }, deadBy: undefined }
    : { text: sql.markDead, parameters: { seq, attempt, lastError }, deadBy: error };
}
