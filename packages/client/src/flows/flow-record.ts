import { fail } from '../errors/escrow-error.ts';
import { isJournalEntry } from '../rules/is-journal-entry.ts';
import type { Journal, JournalEntry, JournaledService, JournalStep } from './journal.ts';

/** The state of a step whose outcome nobody knows. */
export interface PendingState {
  name: string;
  state: Extract<JournalStep, { status: 'pending' }>;
}

/**
 * The journal entry of one flow, as last loaded or saved. Each step in it is free, pending or done. A step that may be repeated goes
 * from free to done; any other is saved as pending right before its request leaves, then as done, or as free again if the service did
 * not carry it out. If the process dies in between, the step stays pending, and only a person's resolution moves it on: to free or
 * to done. A done step never changes. The entry is complete once all steps of the run are done, and incomplete again if a later run
 * has one more step. Each save raises the revision by one. If a save fails, the record keeps the entry from before. */
export class FlowRecord {
  readonly flow: string;
  readonly key: string;
  readonly #journal: Journal;
  #entry: JournalEntry;
  #stepNames: readonly string[] = [];

  private constructor(flow: string, key: string, journal: Journal, entry: JournalEntry) {
    this.flow = flow;
    this.key = key;
    this.#journal = journal;
    this.#entry = entry;
  }

  /**
   * Loads the entry, or starts a new one.
   * @throws EscrowError `journal` if the entry belongs to another flow, or is damaged.
   */
  static async open(flow: string, key: string, journal: Journal): Promise<FlowRecord> {
    // The caller's store may return null.
    const entry = (await journal.load(key)) ?? undefined;
    const title = `${flow} ${JSON.stringify(key)}`;
    const newEntry = { flow, salt: crypto.randomUUID(), revision: 0, steps: {} };
    if (entry === undefined) return new FlowRecord(flow, key, journal, newEntry);
    if (!isJournalEntry(entry)) {
      fail('journal', `${title}: its journal entry is incomplete. Nothing was sent. Restore it, or use another key.`);
    }
    if (entry.flow !== flow) {
      fail('journal', `${title}: this key is ${entry.flow}'s. Nothing was sent. Use another key.`);
    }
    return new FlowRecord(flow, key, journal, entry);
  }

  get salt(): string {
    return this.#entry.salt;
  }

  get revision(): number {
    return this.#entry.revision;
  }

  /** The service that earlier runs called; undefined if there were none. */
  get service(): JournaledService | undefined {
    return this.#entry.service;
  }

  /** Sets the steps of this run and the service that they call, for the next save. */
  begin(stepNames: readonly string[], service: JournaledService | undefined): void {
    this.#stepNames = stepNames;
    this.#entry = { ...this.#entry, service: this.#entry.service ?? service };
  }

  /** Sets the id of the service's data, for the next save. Once a step is done, the id stays: the ids of the step belong to it. */
  setInstance(instance: string | undefined): void {
    const { service } = this.#entry;
    if (!service || instance === undefined) return;
    if (service.instance !== undefined && this.doneSteps.length > 0) return;
    this.#entry = { ...this.#entry, service: { ...service, instance } };
  }

  /** Saves that the flow is complete, if the save of its last step has not done so. */
  async complete(): Promise<void> {
    if (this.#entry.completedAt === undefined) await this.#saveSteps(this.#entry.steps);
  }

  /** The state of a step; undefined if it is free to be sent. */
  stateOf(step: string): JournalStep | undefined {
    return Object.hasOwn(this.#entry.steps, step) ? this.#entry.steps[step] : undefined;
  }

  /** The names of the steps that are done, in the order in which they started. */
  get doneSteps(): string[] {
    return Object.keys(this.results);
  }

  /** The results of the steps that are done. */
  get results(): Record<string, unknown> {
    const steps = Object.entries(this.#entry.steps);
    return Object.fromEntries(
      steps.flatMap(([name, state]) => (state?.status === 'done' ? [[name, state.result]] : [])),
    );
  }

  /** The first step that is pending. */
  findPending(): PendingState | undefined {
    for (const [name, state] of Object.entries(this.#entry.steps)) {
      if (state?.status === 'pending') return { name, state };
    }
    return undefined;
  }

  /** Saves the state of a step; undefined for free to be sent. Rejects with the journal's error. */
  async save(step: string, state: JournalStep | undefined): Promise<void> {
    await this.#saveSteps({ ...this.#entry.steps, [step]: state });
  }

  async #saveSteps(steps: JournalEntry['steps']): Promise<void> {
    const { completedAt, ...entry } = this.#entry;
    const isComplete = this.#stepNames.length > 0 && this.#stepNames.every((name) => steps[name]?.status === 'done');
    // A flow that now has one more step is no longer complete.
    const completion = isComplete && { completedAt: completedAt ?? new Date().toISOString() };
    // A new object each time, because the journal may keep the one that it gets.
    const next: JournalEntry = { ...entry, ...completion, revision: this.revision + 1, steps };
    await this.#journal.save(this.key, next);
    this.#entry = next;
  }
}
