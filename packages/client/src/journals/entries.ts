import { type Doubt, EscrowError, type JournalEntry } from '../index.ts';

/**
 * The entry as it was saved.
 * @param place Where it is, such as the file, to be named where it is damaged.
 * @throws EscrowError `journal`
 */
export function parseEntry(place: string, text: string): JournalEntry {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new EscrowError('journal', `The journal entry of ${place} is damaged: restore it, or use another key.`, {
      cause,
    });
  }
}

/** The steps of an entry that are pending. */
export function doubtsOf(key: string, { flow, revision, steps }: JournalEntry): Doubt[] {
  return Object.entries(steps).flatMap(([step, state]) =>
    state?.status === 'pending' ? [{ flow, key, step, revision, since: state.since } as Doubt] : [],
  );
}

/** The oldest first; those of the same moment by key. */
export const inOrder = (doubts: Doubt[]): Doubt[] =>
  doubts.sort((one, other) => compare(one.since, other.since) || compare(one.key, other.key));

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** The error of a journal whose stored revision is not the one that the run began with. */
export const conflict = (key: string): EscrowError =>
  new EscrowError('journal', `another run works on ${JSON.stringify(key)}: wait until it has ended.`);
