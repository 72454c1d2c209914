// Runs one flow, and kills its own process at the given point.
import { type FlowOrder, runFlow } from './run-flow.ts';

const { killAt, ...order }: FlowOrder & { killAt?: number } = JSON.parse(process.argv[2] ?? '');

const report = await runFlow(order, (point) => {
  if (point !== killAt) return;
  // Nothing runs afterwards: no handler, no finally.
  process.kill(process.pid, 'SIGKILL');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});
process.stdout.write(JSON.stringify(report));
