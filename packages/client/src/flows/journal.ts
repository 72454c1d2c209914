import type { EscrowError } from '../errors/escrow-error.ts';
import type { PendingStep } from './steps.ts';

/** The state of a step: `pending` from right before its request leaves, `done` once its answer is known. */
export type JournalStep =
  | {
      /** Its request was about to leave, and its outcome is unknown. */
      status: 'pending';
      /** When its request was about to leave, as ISO 8601 in UTC. */
      since: string;
      /** A salted fingerprint of the step's input, in hex. */
      inputHash: string;
    }
  | {
      /** The service carried it out. */
      status: 'done';
      /** A salted fingerprint of the step's input, in hex, which prevents reuse of the key for something else. */
      inputHash: string;
      /** What later steps need: ids, or null if the answer is not shown. */
      result: unknown;
    };

/** The service that an entry belongs to. */
export interface JournaledService {
  /** The address of the host that the flow calls. */
  address: string;
  /** The id of its data, if its answers contain one, as the sandbox's do. */
  instance?: string | undefined;
}

/** The journal entry of one flow. It contains ids and amounts that the service answered, never a secret, ticket or address. */
export interface JournalEntry {
  /** The flow that the key belongs to. */
  flow: string;
  /** A random salt for the fingerprints, so that nobody can see whether two entries have the same input. */
  salt: string;
  /** 1 for the first save, one more with each. */
  revision: number;
  /** The service that the flow ran against; left out if no request was made. */
  service?: JournaledService | undefined;
  /** When the last step was completed, as ISO 8601 in UTC; left out until then. */
  completedAt?: string | undefined;
  /** The steps by name. One that is undefined or left out is free to be sent. */
  steps: Record<string, JournalStep | undefined>;
}

/** The caller's store, in which flows save their entries. Its errors reach the caller of the flow. */
export interface Journal {
  /** Returns the entry that was last saved under this key. Rejects a key that `save` would reject. */
  load(key: string): Promise<JournalEntry | undefined>;
  /**
   * Saves an entry. When it resolves, the entry must survive a crash. If the stored revision is not one less than the entry's, another
   * process is working on the same key: save nothing and reject.
   */
  save(key: string, entry: JournalEntry): Promise<void>;
}

/** An entry that exists but cannot be used. Ask the operator of the service which of its steps were carried out. */
interface DamagedEntry {
  /** The key of the entry. */
  readonly key: string;
  /** What is wrong with it, with the code `journal`: the error of `load` for this key. */
  readonly error: EscrowError;
}

/** A journal that an operator can inspect, and that can remove entries. */
export interface ListableJournal extends Journal {
  /**
   * Returns all pending steps, the oldest first. A running flow has one during a request; a step older than `timeoutInMs` was left
   * behind. Damaged entries are not included: see `listDamaged`.
   */
  listPendingSteps(): Promise<PendingStep[]>;
  /**
   * Returns all damaged entries, by key. A flow with such a key sends nothing, and may have a pending step. This reads every entry, so
   * do not call it for each request.
   */
  listDamaged(): Promise<DamagedEntry[]>;
  /**
   * Removes the entry of a key, even if it is damaged. Resolves if there is none. A flow that is run with this key again starts over,
   * and repeats everything that the service has carried out. So forget only what is finished, or was never carried out.
   */
  forget(key: string): Promise<void>;
  /**
   * Removes the entries of flows that were completed longer ago, and returns how many. Incomplete, pending and damaged entries stay
   * until you `forget` them.
   */
  prune(retention: Retention): Promise<number>;
}

/** How long a journal keeps completed entries. */
export interface Retention {
  /** The age, in ms, from which a completed entry is removed. */
  olderThanInMs: number;
}
