import { fail } from '../errors/escrow-error.ts';
import { isJournalEntry } from '../rules/is-journal-entry.ts';
import type { Journal, JournalEntry, JournaledService, JournalStep } from './journal.ts';

/** The state of a step whose outcome nobody knows. */
export interface PendingState {
  name: string;
  state: Extract<JournalStep, { status: 'pending' }>;
}

/** What is known of one flow: its entry in the journal, as it was last loaded or saved. */
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
   * Loads the entry, or begins one.
   * @throws EscrowError `journal` where the entry is another flow's, or not whole.
   */
  static async open(flow: string, key: string, journal: Journal): Promise<FlowRecord> {
    // A store of the caller's may say null.
    const entry = (await journal.load(key)) ?? undefined;
    const title = `${flow} ${JSON.stringify(key)}`;
    const begun = { flow, salt: crypto.randomUUID(), revision: 0, steps: {} };
    if (entry === undefined) return new FlowRecord(flow, key, journal, begun);
    if (!isJournalEntry(entry)) {
      fail('journal', `${title}: its journal entry is not whole. Nothing was sent. Restore it, or use another key.`);
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

  /** The service that earlier runs went to; undefined if none said so. */
  get service(): JournaledService | undefined {
    return this.#entry.service;
  }

  /** Names the steps of this run and the service that they go to, for the next save. */
  begin(stepNames: readonly string[], service: JournaledService | undefined): void {
    this.#stepNames = stepNames;
    this.#entry = { ...this.#entry, service: this.#entry.service ?? service };
  }

  /** Names the data behind the service, for the next save. Once a step is done, its ids are in the data that was named first. */
  noteInstance(instance: string | undefined): void {
    const { service } = this.#entry;
    if (!service || instance === undefined) return;
    if (service.instance !== undefined && this.doneSteps.length > 0) return;
    this.#entry = { ...this.#entry, service: { ...service, instance } };
  }

  /** Saves that the flow is complete, unless the save of its last step did. */
  async complete(): Promise<void> {
    if (this.#entry.completedAt === undefined) await this.#saveSteps(this.#entry.steps);
  }

  /** What became of a step; undefined where it is free to be sent. */
  stateOf(step: string): JournalStep | undefined {
    return Object.hasOwn(this.#entry.steps, step) ? this.#entry.steps[step] : undefined;
  }

  /** The names of the steps that are done, in the order in which they were begun. */
  get doneSteps(): string[] {
    return Object.keys(this.#entry.steps).filter((name) => this.stateOf(name)?.status === 'done');
  }

  /** The results of the steps that are done. */
  get results(): Record<string, unknown> {
    const states = this.doneSteps.map((name) => [name, this.stateOf(name)] as const);
    return Object.fromEntries(
      states.map(([name, state]) => [name, state?.status === 'done' ? state.result : undefined]),
    );
  }

  /** The first step that is pending. */
  findPending(): PendingState | undefined {
    for (const [name, state] of Object.entries(this.#entry.steps)) {
      if (state?.status === 'pending') return { name, state };
    }
    return undefined;
  }

  /** Saves what became of a step, or, without a state, that it is free to be sent. It rejects with the journal's error. */
  async save(step: string, state: JournalStep | undefined): Promise<void> {
    await this.#saveSteps({ ...this.#entry.steps, [step]: state });
  }

  async #saveSteps(steps: JournalEntry['steps']): Promise<void> {
    const { completedAt, ...entry } = this.#entry;
    const isComplete = this.#stepNames.length > 0 && this.#stepNames.every((name) => steps[name]?.status === 'done');
    // A flow that is run with one more step is not complete any more.
    const completion = isComplete && { completedAt: completedAt ?? new Date().toISOString() };
    // A new object each time: the journal may keep the one that it was given.
    const next: JournalEntry = { ...entry, ...completion, revision: this.revision + 1, steps };
    await this.#journal.save(this.key, next);
    this.#entry = next;
  }
}
