/** What became of a step: `pending` before it is sent, `done` with its ids after. */
export type JournalStep =
  | { status: 'pending' }
  | {
      status: 'done';
      /** A salted fingerprint of the step's input, so that a key is not used again for something else. */
      inputHash: string;
      result: unknown;
    };

/** The journal of one flow. It holds ids and what the service answered with them, never a secret, ticket or address. */
export interface JournalEntry {
  flow: string;
  /** Random, for the fingerprints of the inputs: two journals with the same input do not tell so. */
  salt: string;
  /** 1 for the first save, one more with each. */
  revision: number;
  /** Undefined is a step that is free to be sent again. */
  steps: Record<string, JournalStep | undefined>;
}

/** Where flows keep their journals: the caller's store. What it fails with reaches the caller of the flow. */
export interface Journal {
  /** The entry as it was last saved under this key. */
  load(key: string): Promise<JournalEntry | undefined>;
  /**
   * Saves an entry so that it survives a crash, before it resolves. Where the stored revision is not one less than the
   * entry's, another process works on the same key: save nothing and reject.
   */
  save(key: string, entry: JournalEntry): Promise<void>;
}
