import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { FlowOrder, FlowReport } from './flow-order.ts';
import { runFlow } from './run-flow.ts';

/** The task of a child process. */
export interface ChildOrder extends FlowOrder {
  /** The point at which the process kills itself, 1 for the first; never if left out. */
  killAt?: number;
}

const childPath = fileURLToPath(new URL('./run-flow-child.ts', import.meta.url));

/** Runs a flow in this process up to a point, from which it never goes on, as if the process had ended there. */
export function abandon(order: FlowOrder, point: number): Promise<'killed'> {
  // What the run waits for fails once the test is over, so that the run closes its store.
  const testEnd = new Promise<never>((_, reject) => onTestFinished(() => reject(new Error('The test is over.'))));
  testEnd.catch(() => {});
  return new Promise((resolve, reject) => {
    const run = runFlow(order, (passed) => {
      if (passed < point) return;
      resolve('killed');
      return testEnd;
    });
    run.then(() => reject(new Error(`The flow has ended before point ${point}.`)), reject);
  });
}

/** Runs a flow in a child process, and returns its report, or `killed`. */
export async function runInChild(order: ChildOrder): Promise<FlowReport | 'killed'> {
  const child = spawn(process.execPath, [childPath, JSON.stringify(order)]);
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.on('close', (_code, signal) => resolve(signal)));
  const [report, problem] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if ((await ended) === 'SIGKILL') return 'killed';
  if (!report) throw new Error(`The child process failed: ${problem}`);
  return JSON.parse(report) as FlowReport;
}
