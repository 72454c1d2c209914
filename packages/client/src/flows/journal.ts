import { EscrowError } from '../index.ts';

/** What became of a step: `pending` before it is sent, `done` with its ids after. */
export type JournalStep =
  | { status: 'pending' }
  | {
      status: 'done';
      /** A fingerprint of the step's input, so that a key is not used again for something else. */
      inputHash: string;
      result: unknown;
    };

/** The journal of one flow. It holds ids and what the service answered with them, never a secret, ticket or address. */
export interface JournalEntry {
  flow: string;
  /** 1 for the first save, one more with each. */
  revision: number;
  /** Undefined is a step that is free to be sent again. */
  steps: Record<string, JournalStep | undefined>;
}

/** Where flows keep their journals: the caller's store. */
export interface Journal {
  /** The entry as it was last saved under this key. */
  load(key: string): Promise<JournalEntry | undefined>;
  /**
   * Saves an entry so that it survives a crash, before it resolves. Where the stored revision is not one less than the
   * entry's, another process works on the same key: save nothing and reject, with {@link journalConflict}.
   */
  save(key: string, entry: JournalEntry): Promise<void>;
}

/** The error of a flow that its journal stops. */
export const journalError = (message: string): EscrowError => new EscrowError('journal', message);

/** The error of a journal whose entry was changed by somebody else. */
export const journalConflict = (key: string): EscrowError =>
  journalError(`Another run works on "${key}": wait for it.`);

/** A journal that is lost with the process: for tests, and for flows that need not resume. */
export function createMemoryJournal(): Journal {
  const entries = new Map<string, JournalEntry>();
  return {
    load: async (key) => structuredClone(entries.get(key)),
    async save(key, entry) {
      if ((entries.get(key)?.revision ?? 0) !== entry.revision - 1) throw journalConflict(key);
      entries.set(key, structuredClone(entry));
    },
  };
}
