// Runs one flow on a durable journal, and kills its own process at the point that it is told to.
import { createEscrowClient, isEscrowError, type Journal } from '../../src/index.ts';
import type { ChildOrder, ChildReport, ChildStore } from './child-order.ts';
import { contractToOpen, customerToOnboard } from './inputs.ts';

const { flow, key, store, host, killAt, inDoubt }: ChildOrder = JSON.parse(process.argv[2] ?? '');

let points = 0;

/** Nothing of the process runs on: no handler, no finally. */
function passPoint(): void {
  if (++points !== killAt) return;
  process.kill(process.pid, 'SIGKILL');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

async function betweenPoints<Value>(act: () => Promise<Value>): Promise<Value> {
  passPoint();
  const value = await act();
  passPoint();
  return value;
}

/** Only what the store needs is loaded. */
async function openStore(given: ChildStore): Promise<{ opened: Journal; close?: () => Promise<void> }> {
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

const { opened, close } = await openStore(store);
const journal: Journal = {
  load: opened.load,
  save: (...entry) => betweenPoints(() => opened.save(...entry)),
};
const { flows } = createEscrowClient({
  hosts: host,
  tokens: { organization: 'org', clientAdmin: 'adm' },
  retry: { max: 0 },
  hooks: { onStart: passPoint },
  fetch: (request) => betweenPoints(() => fetch(request)),
});
const options = { key, journal, ...(inDoubt && { inDoubt }) };

async function run(): Promise<ChildReport> {
  try {
    const result = await (flow === 'openContract'
      ? flows.openContract(contractToOpen, options)
      : flows.onboardCustomer(customerToOnboard, options));
    return { points, result };
  } catch (error) {
    if (isEscrowError(error, 'step_in_doubt')) return { points, doubt: { step: error.step, revision: error.revision } };
    if (isEscrowError(error, 'journal')) return { points, refused: error.message };
    throw error;
  }
}

const report = await run();
await close?.();
process.stdout.write(JSON.stringify(report));
