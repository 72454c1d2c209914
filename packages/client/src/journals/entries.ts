import type { DamagedEntry, JournalEntry, Retention } from '../flows/journal.ts';
import { type PendingStep, requiredFieldsOf } from '../flows/steps.ts';
import { EscrowError } from '../index.ts';
import { isJournalEntry } from '../rules/is-journal-entry.ts';

/** The error of an entry that is there and cannot be used. */
export const damaged = (key: string, problem: string, cause?: unknown): EscrowError =>
  new EscrowError(
    'journal',
    `The journal entry of ${JSON.stringify(key)} is damaged: ${problem}. Restore it, or use another key.`,
    { cause },
  );

/**
 * The entry as it was saved.
 * @param place Where it is, such as the file, to be named where it is damaged.
 * @throws EscrowError `journal` where it is damaged.
 */
export function parseEntry(key: string, text: string, place = 'it'): JournalEntry {
  return checkEntry(key, parseJson(key, text, place), place);
}

function parseJson(key: string, text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw damaged(key, `${place} is no JSON`, cause);
  }
}

/** @throws EscrowError `journal` where a value is not an entry. */
export function checkEntry(key: string, value: unknown, place = 'it'): JournalEntry {
  if (isJournalEntry(value)) return value as JournalEntry;
  throw damaged(key, `${place} is not whole`);
}

/** An entry, or why it cannot be used. */
export type ReadEntry = { key: string; entry: JournalEntry } | { key: string; error: EscrowError };

/** Reads one entry, so that one which is damaged hides no other. */
export function readEntry(key: string, read: () => JournalEntry): ReadEntry {
  try {
    return { key, entry: read() };
  } catch (error) {
    if (error instanceof EscrowError) return { key, error };
    throw error;
  }
}

/** The pending steps of all entries that can be read, in order. */
export const pendingStepsIn = (entries: readonly ReadEntry[]): PendingStep[] =>
  inOrder(entries.flatMap((read) => ('entry' in read ? pendingStepsOf(read.key, read.entry) : [])));

/** The entries that cannot be read, by key. */
export const damagedIn = (entries: readonly ReadEntry[]): DamagedEntry[] =>
  entries.flatMap((read) => ('error' in read ? [read] : [])).sort((one, other) => compare(one.key, other.key));

/** The steps of an entry that are pending. */
function pendingStepsOf(key: string, { flow, revision, steps }: JournalEntry): PendingStep[] {
  return Object.entries(steps).flatMap(([step, state]) =>
    state?.status === 'pending'
      ? [{ flow, key, step, revision, since: state.since, requiredFields: requiredFieldsOf(step) } as PendingStep]
      : [],
  );
}

/** Whether an entry has a step that is pending. */
export const isPending = (key: string, entry: JournalEntry): boolean =>
  isJournalEntry(entry) && pendingStepsOf(key, entry).length > 0;

/** The oldest first; those of the same moment by key. */
const inOrder = (steps: PendingStep[]): PendingStep[] =>
  steps.sort((one, other) => compare(one.since, other.since) || compare(one.key, other.key));

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** Whether an entry is of a flow that completed before a moment, as ISO 8601 in UTC. */
const isCompletedBefore = (entry: JournalEntry, moment: string): boolean =>
  entry.completedAt !== undefined && entry.completedAt < moment;

/** The keys of the entries that a retention removes. */
export function keysToPrune(entries: Iterable<ReadEntry>, { olderThanInMs }: Retention): string[] {
  if (!(olderThanInMs >= 0)) {
    throw new EscrowError('configuration', 'prune removed nothing: olderThanInMs must be a number from 0.');
  }
  const moment = new Date(Date.now() - olderThanInMs).toISOString();
  return [...entries].flatMap((read) => ('entry' in read && isCompletedBefore(read.entry, moment) ? [read.key] : []));
}

/** The error of a journal whose stored revision is not the one that the run began with. */
export const conflict = (key: string): EscrowError =>
  new EscrowError('journal', `another run works on ${JSON.stringify(key)}: wait until it has ended.`);
