import type { DamagedEntry, JournalEntry, Retention } from '../flows/journal.ts';
import { type PendingStep, requiredFieldsOf } from '../flows/steps.ts';
import { EscrowError } from '../index.ts';
import { isJournalEntry } from '../rules/is-journal-entry.ts';

/** The error of an entry that exists but cannot be used. */
export const damaged = (key: string, problem: string, cause?: unknown): EscrowError =>
  new EscrowError(
    'journal',
    `The journal entry of ${JSON.stringify(key)} is damaged: ${problem}. Restore it, or use another key.`,
    { cause },
  );

/**
 * Parses a saved entry.
 * @param place The name of its place in errors, such as the file.
 * @throws EscrowError `journal` if it is damaged.
 */
export function parseEntry(key: string, text: string, place = 'it'): JournalEntry {
  return checkEntry(key, parseJson(key, text, place), place);
}

function parseJson(key: string, text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw damaged(key, `${place} is not JSON`, cause);
  }
}

/** @throws EscrowError `journal` if the value is not an entry. */
export function checkEntry(key: string, value: unknown, place = 'it'): JournalEntry {
  if (isJournalEntry(value)) return value as JournalEntry;
  throw damaged(key, `${place} is incomplete`);
}

/** An entry, or why it cannot be used. */
export type ReadEntry = { key: string; entry: JournalEntry } | { key: string; error: EscrowError };

/** Reads one entry and returns its error, so that a damaged entry hides no others. */
export function readEntry(key: string, read: () => JournalEntry): ReadEntry {
  try {
    return { key, entry: read() };
  } catch (error) {
    if (error instanceof EscrowError) return { key, error };
    throw error;
  }
}

/** The pending steps of all readable entries, the oldest first. */
export const pendingStepsIn = (entries: readonly ReadEntry[]): PendingStep[] =>
  sortByAge(entries.flatMap((read) => ('entry' in read ? pendingStepsOf(read.key, read.entry) : [])));

/** The unreadable entries, by key. */
export const damagedIn = (entries: readonly ReadEntry[]): DamagedEntry[] =>
  entries.flatMap((read) => ('error' in read ? [read] : [])).sort((one, other) => compare(one.key, other.key));

/** The pending steps of an entry. */
function pendingStepsOf(key: string, { flow, revision, steps }: JournalEntry): PendingStep[] {
  return Object.entries(steps).flatMap(([step, state]) =>
    state?.status === 'pending'
      ? [{ flow, key, step, revision, since: state.since, requiredFields: requiredFieldsOf(step) } as PendingStep]
      : [],
  );
}

/** Whether an entry has a pending step. */
export const isPending = (key: string, entry: JournalEntry): boolean =>
  isJournalEntry(entry) && pendingStepsOf(key, entry).length > 0;

/** The oldest first; steps of the same time by key. */
const sortByAge = (steps: PendingStep[]): PendingStep[] =>
  steps.sort((one, other) => compare(one.since, other.since) || compare(one.key, other.key));

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** Whether a flow was completed before a time, given as ISO 8601 in UTC. */
const isCompletedBefore = (entry: JournalEntry, time: string): boolean =>
  entry.completedAt !== undefined && entry.completedAt < time;

/** The keys of the entries that a retention removes. */
export function keysToPrune(entries: Iterable<ReadEntry>, { olderThanInMs }: Retention): string[] {
  if (!(olderThanInMs >= 0)) {
    throw new EscrowError('configuration', 'prune removed nothing: olderThanInMs must be a number from 0.');
  }
  const time = new Date(Date.now() - olderThanInMs).toISOString();
  return [...entries].flatMap((read) => ('entry' in read && isCompletedBefore(read.entry, time) ? [read.key] : []));
}

/** The error if the stored revision has changed since the run loaded the entry. */
export const conflict = (key: string): EscrowError =>
  new EscrowError('journal', `another run is working on ${JSON.stringify(key)}: wait until it has ended.`);
