// Runs one flow on a file journal, and kills its own process at the point that it is told to.
import { createFileJournal } from '../../src/flows/file-journal.ts';
import { isEscrowError, type Journal } from '../../src/index.ts';
import type { ChildOrder, ChildReport } from './child-order.ts';
import { contractToOpen, customerToOnboard, flowsOn } from './inputs.ts';

const { flow, key, folder, host, killAt, inDoubt }: ChildOrder = JSON.parse(process.argv[2] ?? '');

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

const files = createFileJournal(folder);
const journal: Journal = {
  load: files.load,
  save: (...entry) => betweenPoints(() => files.save(...entry)),
};
const flows = flowsOn((request) => betweenPoints(() => fetch(request)), host);
const options = { key, journal, ...(inDoubt && { inDoubt }) };

async function run(): Promise<ChildReport> {
  try {
    const result = await (flow === 'openContract'
      ? flows.openContract(contractToOpen, options)
      : flows.onboardCustomer(customerToOnboard, options));
    return { points, result };
  } catch (error) {
    if (isEscrowError(error, 'step_in_doubt')) return { points, doubt: { step: error.step, revision: error.revision } };
    throw error;
  }
}

process.stdout.write(JSON.stringify(await run()));
