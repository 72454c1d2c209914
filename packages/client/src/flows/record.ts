import { withDeadline } from '../calls/attempts.ts';
import { EscrowError, fail } from '../errors.ts';
import { isRecord, isText } from '../json.ts';
import type { SendRequest } from '../options.ts';
import {
  isJournalEntry,
  type Journal,
  type JournalEntry,
  type JournaledService,
  type JournalStep,
  type ResultField,
} from './journal.ts';

/** A step of this run, as far as its entry and its errors need it. */
interface StepOfRun {
  name: string;
  /** A salted fingerprint of what it sends. */
  inputHash: string;
  /** The fields of its result that a person has to look up. Undefined for a step of a caller's own flow. */
  requiredFields?: readonly ResultField[] | undefined;
  /** Its result in words, for that person. */
  resultInWords?: string | undefined;
}

/** A step whose outcome is unknown, as the journal has it. */
export type PendingState = Extract<JournalStep, { status: 'pending' }> & { step: string };

/**
 * The journal entry of one flow, as last loaded or saved. Each step in it is free, pending or done, as the engine says. The entry is
 * complete once all steps of the run are done, and incomplete again if a later run has one more step. Each save raises the revision by
 * one. If a save fails, the record keeps the entry from before.
 */
export class FlowRecord {
  readonly flow: string;
  readonly key: string;
  /** The steps of this run. None if only a resolution is saved. */
  steps: readonly StepOfRun[] = [];
  /** Treat it as read-only. */
  entry: JournalEntry;
  readonly #journal: Journal;

  private constructor(journal: Journal, key: string, entry: JournalEntry) {
    this.flow = entry.flow;
    this.key = key;
    this.entry = entry;
    this.#journal = journal;
  }

  /**
   * Loads the entry, or starts a new one.
   * @throws EscrowError `journal` if the entry belongs to another flow, or is damaged.
   */
  static async open(flow: string, key: string, journal: Journal): Promise<FlowRecord> {
    const newEntry = { flow, salt: crypto.randomUUID(), revision: 0, steps: {} };
    // The caller's store may return null.
    const entry = (await journal.load(key)) ?? newEntry;
    const title = `${flow} ${JSON.stringify(key)}`;
    if (!isJournalEntry(entry)) {
      fail('journal', `${title}: its journal entry is incomplete. Nothing was sent. Restore it, or use another key.`);
    }
    if (entry.flow !== flow) {
      fail('journal', `${title}: this key belongs to ${entry.flow}. Nothing was sent. Use another key.`);
    }
    return new FlowRecord(journal, key, entry);
  }

  /** Sets the service that this run calls, for the next save. */
  setService(service: JournaledService): void {
    this.entry = { ...this.entry, service };
  }

  /** The step of this run with this name. */
  findStep(name: string): StepOfRun | undefined {
    return this.steps.find((step) => step.name === name);
  }

  /** The state of a step; undefined if it is free to be sent. */
  stateOf(step: string): JournalStep | undefined {
    return Object.hasOwn(this.entry.steps, step) ? this.entry.steps[step] : undefined;
  }

  /** The pending step of this name, or else the first of any name. */
  findPending(name?: string): PendingState | undefined {
    for (const [step, state] of Object.entries(this.entry.steps)) {
      if (state?.status === 'pending' && step === (name ?? step)) return { ...state, step };
    }
    return undefined;
  }

  /** The names of the steps that are done, in the order in which they started. */
  get doneSteps(): string[] {
    return Object.keys(this.results);
  }

  /** The results of the steps that are done. */
  get results(): Record<string, unknown> {
    const steps = Object.entries(this.entry.steps);
    return Object.fromEntries(
      steps.flatMap(([name, state]) => (state?.status === 'done' ? [[name, state.result]] : [])),
    );
  }

  /** Saves the state of a step; undefined for free to be sent. Rejects with the journal's error. */
  async save(step: string, state: JournalStep | undefined): Promise<void> {
    await this.#saveSteps({ ...this.entry.steps, [step]: state });
  }

  /** Saves that the flow is complete, if the save of its last step has not done so. */
  async complete(): Promise<void> {
    if (this.entry.completedAt === undefined) await this.#saveSteps(this.entry.steps);
  }

  async #saveSteps(steps: JournalEntry['steps']): Promise<void> {
    const { completedAt = new Date().toISOString(), ...entry } = this.entry;
    const isComplete = this.steps.length > 0 && this.steps.every(({ name }) => steps[name]?.status === 'done');
    // A new object each time, because the journal may keep the one that it gets.
    const next = { ...entry, ...(isComplete && { completedAt }), revision: entry.revision + 1, steps };
    await this.#journal.save(this.key, next);
    this.entry = next;
  }

  /**
   * A fingerprint of a JSON value, in hex, which does not depend on the order of its keys. The value may be as easy to guess as a phone
   * number. So the salt of the entry prevents comparing entries, and the iterations slow down guessing.
   */
  async fingerprint(input: unknown): Promise<string> {
    const key = await crypto.subtle.importKey('raw', encode(textInKeyOrder(input)), 'PBKDF2', false, ['deriveBits']);
    const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt: encode(this.entry.salt), iterations };
    const bytes = new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, lengthInBits));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  }
}

/** Takes about 2 ms for one fingerprint, and days for all phone numbers of a country on one core. Our choice: not shown. */
const iterations = 5_000;
const lengthInBits = 256;

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** A JSON value as text with sorted keys, so that equal content gives equal text. */
export function textInKeyOrder(value: unknown): string {
  const sortKeys = (_: string, part: unknown): unknown =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1))) : part;
  return JSON.stringify(value, sortKeys) ?? '';
}

/** A value as a later run reads it from the journal. */
export const toJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const titleOf = ({ flow, key }: FlowRecord): string => `${flow} ${JSON.stringify(key)}`;

/** Lists the steps that are done, with the IDs of contract and milestones, so that the operator of the service can find them. */
function describeDone({ results }: FlowRecord): string {
  const done = Object.entries(results).map(([step, result]) => {
    // The ID of a customer, which is a number, is personal, so no message shows it.
    const id = isRecord(result) ? result['id'] : result;
    return isText(id) ? `${step} (${JSON.stringify(id)})` : step;
  });
  return done.length > 0 ? `Done: ${done.join(', ')}.` : 'No step is done.';
}

/** The error of a run that is refused before it sends anything. */
export function createRunRefusedError(
  record: FlowRecord,
  { code, problem, remedy }: { code: 'journal' | 'input_changed'; problem: string; remedy: string },
): EscrowError {
  const message = `${titleOf(record)}: ${problem} This run sent nothing. ${describeDone(record)} ${remedy}`;
  const { flow, key, doneSteps } = record;
  return Object.assign(new EscrowError(code, message), { flow, key, doneSteps });
}

/** Why the outcome of a step is unknown. */
interface PendingReason {
  /** Why it is, or why a resolution was rejected: a sentence. */
  reason: string;
  /** The service's answer. */
  result?: unknown;
  cause?: unknown;
}

/** The error of a flow that stops because the outcome of a step is unknown. */
export function createStepPendingError(
  record: FlowRecord,
  step: string,
  { reason, result, cause }: PendingReason,
): EscrowError {
  const { flow, key, doneSteps } = record;
  const { revision } = record.entry;
  const { since, requiredFields = [] } = record.findPending(step) ?? {};
  const { resultInWords = "the service's answer" } = record.findStep(step) ?? {};
  const withFields = requiredFields.length > 0 ? ` (with { ${requiredFields.join(', ')} } if it was)` : '';
  const resolution = `step: '${step}', revision: ${revision}`;
  const message =
    `${titleOf(record)} stopped: ${step} may have been carried out. ${reason} Ask the operator of the service. ` +
    `Then run escrow-kit-client resolve, call resolveStep${withFields}, or run the flow again with resolve: { ${resolution}, outcome: 'not-sent' } ` +
    `or { ${resolution}, outcome: 'succeeded', result }. The result is ${resultInWords}. ${describeDone(record)}`;
  const { host, attempts, operationId }: Partial<EscrowError> = cause instanceof EscrowError ? cause : {};
  const error = new EscrowError('step_pending', message, { host, attempts: attempts ?? 0, outcome: 'unknown', cause });
  return Object.assign(error, { operationId, flow, key, step, revision, since, requiredFields, result, doneSteps });
}

/** Adds to the error of a step where the flow stopped and which steps are done. Returns errors that are not ours unchanged. */
export function addStopDetails(record: FlowRecord, step: string, error: unknown): unknown {
  if (!(error instanceof EscrowError)) return error;
  const { flow, key, doneSteps } = record;
  const before = error.message;
  const message =
    `${before} ${titleOf(record)} stopped at ${step}. ${describeDone(record)} ` +
    `Fix the cause, then run it again with the same key: it resumes at ${step}.`;
  // The stack begins with the old message.
  const stack = error.stack?.replace(before, () => message);
  return Object.assign(error, { message, stack, flow, key, step, doneSteps });
}

/** The header with the ID of the sandbox's data, in each of its answers. A restart without a data folder loses the data. */
const instanceHeader = 'escrow-sandbox-instance';

/** How long a sandbox may take to answer with the ID of its data. Our choice: not shown. */
const askLimitInMs = 5_000;

/** The ID of the data in an answer. Undefined if there is none: only the sandbox sends one. */
const instanceIdOf = ({ headers }: Pick<Response, 'headers'>): string | undefined =>
  headers.get(instanceHeader) ?? undefined;

/** Notes the ID of the data in an answer, for the next save. Once a step is done, the ID stays: the IDs of the step belong to it. */
export function noteInstance(record: FlowRecord, response: Response): void {
  const { service } = record.entry;
  const instance = instanceIdOf(response);
  if (!service || instance === undefined) return;
  if (service.instance === undefined || record.doneSteps.length === 0) record.setService({ ...service, instance });
}

/**
 * Refuses an entry of another service, which would not know its IDs. Only if the entry has the ID of a sandbox's data, this asks the
 * sandbox whether it still has that data.
 * @throws EscrowError `journal`
 */
export async function refuseOtherService(
  record: FlowRecord,
  address: string | undefined,
  fetch: SendRequest,
): Promise<void> {
  const { service } = record.entry;
  if (address === undefined) return;
  if (!service) {
    record.setService({ address });
    return;
  }
  const refuse = (problem: string, remedy: string) =>
    createRunRefusedError(record, { code: 'journal', problem, remedy });
  if (withoutSlash(service.address) !== withoutSlash(address)) {
    const problem = `it ran against ${service.address}, but this client calls ${address}.`;
    throw refuse(problem, 'Use another key, or another journal for each service.');
  }
  if (service.instance === undefined || record.doneSteps.length === 0) return;
  const instance = await askInstance(address, fetch);
  if (instance === undefined || instance === service.instance) return;
  const problem = `the sandbox at ${address} has lost the data of this flow, as after a restart without --data.`;
  throw refuse(problem, 'Start the sandbox with --data, and delete the journal or call journal.forget(key).');
}

/** An address in comparable form: slashes at its end do not matter. */
const withoutSlash = (address: string): string =>
  (URL.canParse(address) ? new URL(address).href : address).replace(/\/+$/, '');

/** Asks a sandbox for the ID of its data. Undefined if it does not answer. */
async function askInstance(address: string, fetch: SendRequest): Promise<string | undefined> {
  const createError = () => new EscrowError('timeout', 'The sandbox did not answer with the ID of its data.');
  try {
    return await withDeadline({ timeoutInMs: askLimitInMs, createError }, async ({ signal, until }) =>
      instanceIdOf(await until(fetch(new Request(address, { method: 'HEAD', redirect: 'manual', signal })))),
    );
  } catch {
    return undefined;
  }
}
