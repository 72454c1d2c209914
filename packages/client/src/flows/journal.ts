import type { CreatedMilestone, RegisteredCustomer } from '../document/registered.ts';
import type { EscrowError } from '../errors.ts';
import { isRecord, isText } from '../json.ts';

/** A field of a result that a person has to look up: the ID of what was created, or an amount of a milestone. */
export type ResultField = 'id' | 'itemPrice' | 'fee' | 'feePercentage';

/** The state of a step: `pending` from right before its request leaves, `done` once its answer is known. */
export type JournalStep =
  | {
      /** Its request was about to leave, and its outcome is unknown. */
      status: 'pending';
      /** When its request was about to leave, as ISO 8601 in UTC. */
      since: string;
      /** A salted fingerprint of the step's input, in hex. */
      inputHash: string;
      /** The fields of its result that a person has to look up. Left out for your own flow: any result is accepted. */
      requiredFields?: readonly ResultField[] | undefined;
    }
  | {
      /** The service carried it out. */
      status: 'done';
      /** A salted fingerprint of the step's input, in hex, which prevents reuse of the key for something else. */
      inputHash: string;
      /** The data for later steps: IDs, or null if the answer is not shown. */
      result: unknown;
    };

/** The service that an entry belongs to. */
export interface JournaledService {
  /** The address of the host that the flow calls. */
  address: string;
  /** The ID of its data, if its answers contain one, as the sandbox's do. */
  instance?: string | undefined;
}

/** The journal entry of one flow. It contains IDs and amounts from the service, never a secret, ticket or address. */
export interface JournalEntry {
  /** The flow that the key belongs to. */
  flow: string;
  /** A random salt for the fingerprints, so that a reader cannot see whether two entries have the same input. */
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

/** The demand on a journal, for messages. */
export const journalDemand = 'a journal with load and save, such as createFileJournal(folder)';

/** Whether a value can be used as a journal. */
export const isJournal = (value: unknown): value is Journal =>
  isRecord(value) && typeof value['load'] === 'function' && typeof value['save'] === 'function';

/** An entry that exists but cannot be used. Ask the operator of the service which of its steps were carried out. */
export interface DamagedEntry {
  /** The key of the entry. */
  readonly key: string;
  /** The error of `load` for this key, with the code `journal`. */
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
   * Removes the entry of a key, even if it is damaged. Resolves if there is none. The next run with this key starts over and repeats
   * every step. Forget only flows that are finished or were never carried out.
   */
  forget(key: string): Promise<void>;
  /**
   * Removes the entries of flows that were completed longer ago, and returns how many. Incomplete, pending and damaged entries stay
   * until you `forget` them.
   * @param retention The age, in ms, from which a completed entry is removed.
   */
  prune(retention: { olderThanInMs: number }): Promise<number>;
}

/** The results of the steps of `flows.openContract`, by name. Milestones count from 1, in the order of the input. */
export interface OpenContractResults {
  /** The ID of the contract. */
  createContract: string;
  /** The milestone, as the service created it. */
  [milestone: `addMilestones.${number}`]: CreatedMilestone;
  /** The service's answer is not shown. */
  addParties: null;
}

/** The results of the steps of `flows.onboardCustomer`, by name. */
export interface OnboardCustomerResults {
  /** The IDs of the customer. */
  registerCustomer: RegisteredCustomer;
  /** The service's answer is not shown. */
  addBankAccount: null;
  /** The service's answer is not shown. */
  addAddress: null;
}

interface PendingStepOf<Flow extends string, Step extends string> {
  /** The flow that stopped. */
  readonly flow: Flow;
  /** The key of the run. */
  readonly key: string;
  /** The step whose outcome is unknown. */
  readonly step: Step;
  /** The revision of the journal entry. A resolution repeats it, so that it applies to no later run of the step. */
  readonly revision: number;
  /** When the request was about to be sent, as ISO 8601 in UTC, by the clock of the process that sent it. */
  readonly since: string;
  /** The fields to look up if the service carried it out, such as for an operator's form. Empty for most steps. */
  readonly requiredFields: readonly ResultField[];
}

/**
 * A step of a flow whose outcome is unknown: its answer was lost, or the process died. Another process can also be
 * sending it at this moment.
 */
export type PendingStep =
  | PendingStepOf<'openContract', keyof OpenContractResults>
  | PendingStepOf<'onboardCustomer', keyof OnboardCustomerResults>
  | PendingStepOf<`${string}.${string}`, string>;

function isStep(value: unknown): boolean {
  if (value === undefined) return true;
  if (!isRecord(value) || !isText(value['inputHash'])) return false;
  const { status, since, requiredFields = [] } = value;
  if (status !== 'pending') return status === 'done' && 'result' in value;
  return isText(since) && Array.isArray(requiredFields) && requiredFields.every(isText);
}

const isService = (value: unknown): boolean =>
  isRecord(value) && isText(value['address']) && (value['instance'] === undefined || isText(value['instance']));

/** Whether a value is a journal entry, with every part that flows read. */
export function isJournalEntry(value: unknown): value is JournalEntry {
  if (!isRecord(value)) return false;
  const { flow, salt, revision, service, completedAt, steps } = value;
  if (!isText(flow) || !isText(salt) || !Number.isInteger(revision)) return false;
  if (!isRecord(steps) || !Object.values(steps).every(isStep)) return false;
  return (service === undefined || isService(service)) && (completedAt === undefined || isText(completedAt));
}
