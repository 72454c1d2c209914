// Runs one flow, and kills its own process at the given point.
import { runFlow } from './run-flow.ts';
import type { ChildOrder } from './run-in-child.ts';

const { killAt, ...order }: ChildOrder = JSON.parse(process.argv[2] ?? '');

const report = await runFlow(order, (point) => {
  if (point !== killAt) return;
  // Nothing runs afterwards: no handler, no finally.
  process.kill(process.pid, 'SIGKILL');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});
process.stdout.write(JSON.stringify(report));
