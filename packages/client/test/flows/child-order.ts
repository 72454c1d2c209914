import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { DoubtToAnswer, TrueAnswer } from './fake-service.ts';

/** Where the journal is: a folder of files, a file of SQLite, or a database of PostgreSQL. */
export type ChildStore = { folder: string } | { path: string } | { connection: string; table: string };

/** What a child process is to do. */
export interface ChildOrder {
  flow: 'openContract' | 'onboardCustomer';
  key: string;
  store: ChildStore;
  /** Where processes keep what they compiled, so that the next one starts faster. */
  compileCache: string;
  host: string;
  /** The point at which the process kills itself, 1 for the first; never where it is left out. */
  killAt?: number;
  inDoubt?: TrueAnswer;
}

/** What became of the flow, unless the process was killed. */
export interface ChildReport {
  /** How many points the process passed. */
  points: number;
  result?: unknown;
  doubt?: DoubtToAnswer;
  /** What the journal refused, such as because another process was at work. */
  refused?: string;
}

const childPath = fileURLToPath(new URL('./run-flow-child.ts', import.meta.url));

/** Runs a flow in a process of its own, and gives its report, or `killed`. */
export async function runInChild(order: ChildOrder): Promise<ChildReport | 'killed'> {
  const child = spawn(process.execPath, [childPath, JSON.stringify(order)], {
    env: { NODE_COMPILE_CACHE: order.compileCache },
  });
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.on('close', (_code, signal) => resolve(signal)));
  const [report, problem] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if ((await ended) === 'SIGKILL') return 'killed';
  if (!report) throw new Error(`The child process failed: ${problem}`);
  return JSON.parse(report) as ChildReport;
}
