import type { Doubt, JournalEntry } from '../index.ts';

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
