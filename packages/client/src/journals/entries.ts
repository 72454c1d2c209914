import {
  type DamagedEntry,
  isJournalEntry,
  type Journal,
  type JournalEntry,
  type ListableJournal,
  type PendingStep,
} from '../flows/journal.ts';
import { EscrowError } from '../index.ts';

/** An entry as a store has it. */
export interface StoredEntry {
  key: string;
  /** The entry as JSON. */
  text: string;
  /** Its place, for errors, such as the file. */
  place?: string;
}

/** A store of entries. It reads many one by one or in pages, so that a large journal needs little memory. */
export interface EntryStore extends Pick<Journal, 'save'> {
  find(key: string): Promise<StoredEntry | undefined>;
  /** Reads every entry. One that the store cannot read is its key with an error, so that it hides no others. */
  readAll(): AsyncIterable<StoredEntry | DamagedEntry>;
  /** Reads at least the entries with a pending step. Default: every entry. */
  readPending?(): AsyncIterable<StoredEntry | DamagedEntry>;
  remove(keys: readonly string[]): Promise<void>;
}

/** The error of an entry that exists but cannot be used. */
export const damaged = (key: string, problem: string, cause?: unknown): EscrowError =>
  new EscrowError(
    'journal',
    `The journal entry of ${JSON.stringify(key)} is damaged: ${problem}. Restore it, or use another key.`,
    { cause },
  );

/** The error if the stored revision has changed since the run loaded the entry. */
export const conflict = (key: string): EscrowError =>
  new EscrowError('journal', `another run is working on ${JSON.stringify(key)}: wait until it ends.`);

/** Parses an entry. */
function parseEntry({ key, text, place = 'it' }: StoredEntry): { key: string; entry: JournalEntry } | DamagedEntry {
  try {
    const entry: unknown = JSON.parse(text);
    return isJournalEntry(entry) ? { key, entry } : { key, error: damaged(key, `${place} is incomplete`) };
  } catch (cause) {
    return { key, error: damaged(key, `${place} is not JSON`, cause) };
  }
}

/** Creates the journal of a store. */
export function toListableJournal({ find, save, readAll, readPending = readAll, remove }: EntryStore): ListableJournal {
  /** Parses entries one by one, and keeps what `pick` returns. */
  async function collect<Kept>(
    stored: AsyncIterable<StoredEntry | DamagedEntry>,
    pick: (read: ReturnType<typeof parseEntry>) => Kept[],
  ): Promise<Kept[]> {
    const kept: Kept[] = [];
    for await (const each of stored) kept.push(...pick('text' in each ? parseEntry(each) : each));
    return kept;
  }

  return {
    async load(key) {
      const stored = await find(key);
      const read = stored && parseEntry(stored);
      if (read && 'error' in read) throw read.error;
      return read?.entry;
    },
    save,
    async listPendingSteps() {
      const steps = await collect(readPending(), (read) => ('entry' in read ? pendingStepsOf(read) : []));
      // The oldest first; steps of the same time by key.
      return steps.sort((one, other) => compare(one.since, other.since) || compare(one.key, other.key));
    },
    async listDamaged() {
      const entries = await collect(readAll(), (read) => ('error' in read ? [read] : []));
      return entries.sort((one, other) => compare(one.key, other.key));
    },
    forget: (key) => remove([key]),
    async prune({ olderThanInMs }) {
      if (!(olderThanInMs >= 0)) {
        throw new EscrowError('configuration', 'prune removed nothing: olderThanInMs must be a number of 0 or more.');
      }
      const end = new Date(Date.now() - olderThanInMs).toISOString();
      const isOld = ({ completedAt }: JournalEntry) => completedAt !== undefined && completedAt < end;
      const keys = await collect(readAll(), (read) => ('entry' in read && isOld(read.entry) ? [read.key] : []));
      await remove(keys);
      return keys.length;
    },
  };
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** The pending steps of an entry. One that an earlier version saved says nothing about its fields. */
function pendingStepsOf({ key, entry }: { key: string; entry: JournalEntry }): PendingStep[] {
  const { flow, revision, steps } = entry;
  return Object.entries(steps).flatMap(([step, state]) => {
    if (state?.status !== 'pending') return [];
    const { since, requiredFields = [] } = state;
    return [{ flow, key, step, revision, since, requiredFields } as PendingStep];
  });
}
