import type { Journal, JournalEntry, ListableJournal, Retention } from '../flows/journal.ts';
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

/** The error if the stored revision has changed since the run loaded the entry. */
export const conflict = (key: string): EscrowError =>
  new EscrowError('journal', `another run is working on ${JSON.stringify(key)}: wait until it has ended.`);

/**
 * Parses a saved entry.
 * @param place The name of its place in errors, such as the file.
 * @throws EscrowError `journal` if it is damaged.
 */
export function parseEntry(key: string, text: string, place = 'it'): JournalEntry {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw damaged(key, `${place} is not JSON`, cause);
  }
  return checkEntry(key, value, place);
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

/** Returns what to keep of an entry. Entries are read one by one or in pages, so that a large journal needs little memory. */
export type PickFromEntry<Kept> = (read: ReadEntry) => Kept[];

/** A store of entries. */
export interface EntryStore extends Journal {
  /** Reads every entry. */
  pickFromAll<Kept>(pick: PickFromEntry<Kept>): Promise<Kept[]>;
  /** Reads at least the entries with a pending step. Default: every entry. */
  pickFromPending?<Kept>(pick: PickFromEntry<Kept>): Promise<Kept[]>;
  remove(keys: readonly string[]): Promise<void>;
}

/** Creates the journal of a store. */
export function toListableJournal(store: EntryStore): ListableJournal {
  const { load, save, pickFromAll, pickFromPending = pickFromAll, remove } = store;
  return {
    load,
    save,
    // The oldest first; steps of the same time by key.
    listPendingSteps: async () =>
      (await pickFromPending((read) => ('entry' in read ? pendingStepsOf(read.key, read.entry) : []))).sort(
        (one, other) => compare(one.since, other.since) || compare(one.key, other.key),
      ),
    listDamaged: async () =>
      (await pickFromAll((read) => ('error' in read ? [read] : []))).sort((one, other) => compare(one.key, other.key)),
    forget: (key) => remove([key]),
    async prune(retention) {
      const time = endOf(retention);
      const keys = await pickFromAll((read) =>
        'entry' in read && isCompletedBefore(read.entry, time) ? [read.key] : [],
      );
      await remove(keys);
      return keys.length;
    },
  };
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** The pending steps of an entry. */
function pendingStepsOf(key: string, { flow, revision, steps }: JournalEntry): PendingStep[] {
  return Object.entries(steps).flatMap(([step, state]) =>
    state?.status === 'pending'
      ? [{ flow, key, step, revision, since: state.since, requiredFields: requiredFieldsOf(flow, step) } as PendingStep]
      : [],
  );
}

/** Whether an entry has a pending step. */
export const isPending = (key: string, entry: JournalEntry): boolean =>
  isJournalEntry(entry) && pendingStepsOf(key, entry).length > 0;

/** The time before which completed entries are removed, as ISO 8601 in UTC. */
function endOf({ olderThanInMs }: Retention): string {
  if (olderThanInMs >= 0) return new Date(Date.now() - olderThanInMs).toISOString();
  throw new EscrowError('configuration', 'prune removed nothing: olderThanInMs must be a number from 0.');
}

const isCompletedBefore = ({ completedAt }: JournalEntry, time: string): boolean =>
  completedAt !== undefined && completedAt < time;
