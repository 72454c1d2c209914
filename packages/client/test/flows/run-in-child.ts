import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { FlowOrder, FlowReport } from './flow-order.ts';

/** The task of a child process. */
export interface ChildOrder extends FlowOrder {
  /** The point at which the process kills itself, 1 for the first; never if left out. */
  killAt?: number;
}

const childPath = fileURLToPath(new URL('./run-flow-child.ts', import.meta.url));

/** Runs a flow in a child process, and returns its report, or `killed`. */
export async function runInChild(order: ChildOrder): Promise<FlowReport | 'killed'> {
  const child = spawn(process.execPath, [childPath, JSON.stringify(order)]);
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.on('close', (_code, signal) => resolve(signal)));
  const [report, problem] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if ((await ended) === 'SIGKILL') return 'killed';
  if (!report) throw new Error(`The child process failed: ${problem}`);
  return JSON.parse(report) as FlowReport;
}
