import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { FlowOrder, FlowReport } from './flow-order.ts';

/** What a child process is to do. */
export interface ChildOrder extends FlowOrder {
  /** The point at which the process kills itself, 1 for the first; never where it is left out. */
  killAt?: number;
}

const childPath = fileURLToPath(new URL('./run-flow-child.ts', import.meta.url));

/**
 * Runs a flow in a process of its own, and gives its report, or `killed`. Processes keep what they compiled in `compileCache`, so
 * that the next one starts faster.
 */
export async function runInChild(order: ChildOrder, compileCache: string): Promise<FlowReport | 'killed'> {
  const child = spawn(process.execPath, [childPath, JSON.stringify(order)], {
    env: { NODE_COMPILE_CACHE: compileCache },
  });
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.on('close', (_code, signal) => resolve(signal)));
  const [report, problem] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if ((await ended) === 'SIGKILL') return 'killed';
  if (!report) throw new Error(`The child process failed: ${problem}`);
  return JSON.parse(report) as FlowReport;
}
