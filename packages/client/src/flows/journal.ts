import type { EscrowError } from '../errors/escrow-error.ts';
import type { PendingStep } from './steps.ts';

/** What became of a step: `pending` from right before its request leaves, `done` once its answer is known. */
export type JournalStep =
  | {
      /** Its request was about to leave, and nobody knows what became of it. */
      status: 'pending';
      /** When its request was about to leave, as ISO 8601 in UTC. */
      since: string;
      /** A salted fingerprint of the step's input, in hex. */
      inputHash: string;
    }
  | {
      /** The service carried it out. */
      status: 'done';
      /** A salted fingerprint of the step's input, in hex, so that a key is not used again for something else. */
      inputHash: string;
      /** What the flow goes on with: ids, and null where the answer is not shown. */
      result: unknown;
    };

/** The service that an entry belongs to. */
export interface JournaledService {
  /** The address of the host that the flow calls. */
  address: string;
  /** The id of the data behind it, if its answers carry one, as those of the sandbox do. */
  instance?: string | undefined;
}

/** The journal of one flow. It holds ids and what the service answered with them, never a secret, ticket or address. */
export interface JournalEntry {
  /** The flow that the key belongs to. */
  flow: string;
  /** Random, for the fingerprints of the inputs: two journals with the same input do not tell so. */
  salt: string;
  /** 1 for the first save, one more with each. */
  revision: number;
  /** The service that the flow ran against; left out in an entry that no request was made for. */
  service?: JournaledService | undefined;
  /** When the last step was done, as ISO 8601 in UTC; left out until then. */
  completedAt?: string | undefined;
  /** Undefined, or left out, is a step that is free to be sent. */
  steps: Record<string, JournalStep | undefined>;
}

/** Where flows keep their journals: the caller's store. What it fails with reaches the caller of the flow. */
export interface Journal {
  /** The entry as it was last saved under this key. A key that `save` cannot take is refused here as well. */
  load(key: string): Promise<JournalEntry | undefined>;
  /**
   * Saves an entry so that it survives a crash, before it resolves. Where the stored revision is not one less than the
   * entry's, another process works on the same key: save nothing and reject.
   */
  save(key: string, entry: JournalEntry): Promise<void>;
}

/** An entry that is there and cannot be used: what became of its steps has to be asked of the service. */
export interface DamagedEntry {
  /** The key that it was saved under. */
  readonly key: string;
  /** What is wrong with it, with the code `journal`: what `load` of the key fails with. */
  readonly error: EscrowError;
}

/** A journal that an operator can look through, and that can forget. */
export interface ListableJournal extends Journal {
  /**
   * Every step that is pending, the oldest first. A flow that is running has one for the time of a request; one that is
   * older than `timeoutInMs` was left behind. Entries that are damaged are not among them: see `listDamaged`.
   */
  listPendingSteps(): Promise<PendingStep[]>;
  /**
   * Every entry that is damaged, by key. A flow with such a key sends nothing, and may have a pending step. It reads every entry,
   * so do not call it for each request.
   */
  listDamaged(): Promise<DamagedEntry[]>;
  /**
   * Removes the entry of a key, a damaged one too; resolves if there is none. A flow that is run with this key again starts
   * over, and repeats everything that the service has carried out: forget only what is over, or was never carried out.
   */
  forget(key: string): Promise<void>;
  /**
   * Removes the entries of flows that completed longer ago, and returns how many. What is not complete, pending or damaged stays
   * until you `forget` it.
   */
  prune(retention: Retention): Promise<number>;
}

/** What a journal keeps. */
export interface Retention {
  /** The age, in ms, from which a completed entry is removed. */
  olderThanInMs: number;
}
