import { type DefinedFlow, type FlowOptions, type Flows, isEscrowError, type Journal } from '../../src/index.ts';
import { startFlow, startInput } from './defined-flow.ts';
import type { FlowOrder, FlowReport, FlowStore } from './flow-order.ts';
import { clientOn, contractToOpen, customerToOnboard, type OptionsOfEither } from './inputs.ts';

/** Called with the number of each point at which a process can die. The run goes on once the result is settled. */
type PassPoint = (point: number) => Promise<void> | void;

/** Runs one flow on a durable journal, which it opens as a new process would. */
export async function runFlow(order: FlowOrder, onPoint: PassPoint = () => {}): Promise<FlowReport> {
  const { flow, key, store, host, resolve } = order;
  let points = 0;
  const betweenPoints = async <Value>(act: () => Promise<Value>): Promise<Value> => {
    await onPoint(++points);
    const value = await act();
    await onPoint(++points);
    return value;
  };
  const { opened, close } = await openStore(store);
  const journal: Journal = {
    load: opened.load,
    save: (...entry) => betweenPoints(() => opened.save(...entry)),
  };
  const { flows } = clientOn((request) => betweenPoints(() => fetch(request)), { baseUrl: host });
  const options = { key, journal, ...(resolve && { resolve }) };
  try {
    const result = await runs[flow](flows, options);
    return { points, result };
  } catch (error) {
    if (isEscrowError(error, 'step_pending'))
      return { points, pending: { step: error.step, revision: error.revision } };
    if (isEscrowError(error, 'journal')) return { points, refused: error.message };
    throw error;
  } finally {
    await close?.();
  }
}

type Options = Omit<OptionsOfEither, 'call'>;

const runs: Record<FlowOrder['flow'], (flows: Flows, options: Options) => Promise<unknown>> = {
  openContract: (flows, options) => flows.openContract(contractToOpen, options),
  onboardCustomer: (flows, options) => flows.onboardCustomer(customerToOnboard, options),
  'shop.start': (flows, options) => flows.run(startFlow, startInput, options as FlowOptionsOf<typeof startFlow>),
};

type FlowOptionsOf<Flow> = Flow extends DefinedFlow<infer _Input, infer Results> ? FlowOptions<Results> : never;

/** Loads only the code that the store needs. */
async function openStore(given: FlowStore): Promise<{ opened: Journal; close?: () => Promise<void> }> {
  if ('folder' in given) {
    const { createFileJournal } = await import('../../src/journals/file-journal.ts');
    return { opened: createFileJournal(given.folder) };
  }
  if ('path' in given) {
    const { createSqliteJournal } = await import('../../src/journals/sqlite-journal.ts');
    const sqlite = createSqliteJournal(given);
    return { opened: sqlite, close: sqlite.close };
  }
  const { createPostgresJournal } = await import('../../src/journals/postgres-journal.ts');
  const postgres = createPostgresJournal(given);
  return { opened: postgres, close: postgres.close };
}
