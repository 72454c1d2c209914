// Runs one flow, and kills its own process at the point that it is told to.
import { runFlow } from './run-flow.ts';
import type { ChildOrder } from './run-in-child.ts';

const { killAt, ...order }: ChildOrder = JSON.parse(process.argv[2] ?? '');

const report = await runFlow(order, (point) => {
  if (point !== killAt) return;
  // Nothing of the process runs on: no handler, no finally.
  process.kill(process.pid, 'SIGKILL');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});
process.stdout.write(JSON.stringify(report));
