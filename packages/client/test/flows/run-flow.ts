import { isEscrowError, type Journal } from '../../src/index.ts';
import { createFileJournal } from '../../src/journals/file-journal.ts';
import { createPostgresJournal } from '../../src/journals/postgres-journal.ts';
import { type ClosableJournal, createSqliteJournal } from '../../src/journals/sqlite-journal.ts';
import type { StepToResolve, TrueResolution } from './fake-service.ts';
import { clientOn, type FlowName, journaledFlows } from './inputs.ts';

/** The place of a durable journal: a folder of files, a SQLite file, or a PostgreSQL database. */
export type JournalStore = { folder: string } | { path: string } | { connection: string; table: string };

/** A run of a flow on a durable journal. */
export interface FlowOrder {
  flow: FlowName;
  key: string;
  store: JournalStore;
  host: string;
  resolve?: TrueResolution;
}

/** The result of the flow, unless its process was killed. */
export interface FlowReport {
  result?: unknown;
  pending?: StepToResolve;
  /** The refusal of the journal, for example because another process was working on the key. */
  refused?: string;
}

/** Opens a journal on a store, as a new process would. */
export function openJournal(store: JournalStore): ClosableJournal {
  if ('folder' in store) return { ...createFileJournal(store.folder), close: async () => {} };
  return 'path' in store ? createSqliteJournal(store) : createPostgresJournal(store);
}

/**
 * Runs one flow on a durable journal.
 * @param onPoint Called with the number of each point at which a process can die: before and after each request and each save.
 */
export async function runFlow(order: FlowOrder, onPoint: (point: number) => void = () => {}): Promise<FlowReport> {
  const { key, store, host, resolve } = order;
  let points = 0;
  const betweenPoints = async <Value>(act: () => Promise<Value>): Promise<Value> => {
    onPoint(++points);
    const value = await act();
    onPoint(++points);
    return value;
  };
  const { load, save, close } = openJournal(store);
  const journal: Journal = { load, save: (...entry) => betweenPoints(() => save(...entry)) };
  const client = clientOn((request) => betweenPoints(() => fetch(request)), { baseUrl: host });
  try {
    return { result: await journaledFlows[order.flow].run(client, { key, journal, ...(resolve && { resolve }) }) };
  } catch (error) {
    if (isEscrowError(error, 'step_pending')) return { pending: { step: error.step, revision: error.revision } };
    if (isEscrowError(error, 'journal')) return { refused: error.message };
    throw error;
  } finally {
    await close();
  }
}

/** As a program, it runs one flow, and kills its own process at the given point. */
if (import.meta.main) {
  const { killAt, ...order }: FlowOrder & { killAt?: number } = JSON.parse(process.argv[2] ?? '');
  const report = await runFlow(order, (point) => {
    if (point !== killAt) return;
    // Nothing runs afterwards: no handler, no finally.
    process.kill(process.pid, 'SIGKILL');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });
  process.stdout.write(JSON.stringify(report));
}
