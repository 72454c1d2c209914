import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '@escrow-kit/tools/until';
import { onTestFinished } from 'vitest';
import type { Inbox } from '../../../src/index.ts';
import type { ChildOptions, ChildReady } from './child.ts';
import { incoming } from './describe-inboxes.ts';
import type { DurableKind, Trace } from './inbox-kinds.ts';
import { untilCounts } from './until.ts';

const script = fileURLToPath(new URL('child.ts', import.meta.url));

/** The cache for compiled code of child processes, which halves their start. */
export const compileCache = join(tmpdir(), 'escrow-webhooks-compile-cache');

/** A process that is killed and started again. */
export interface Child {
  /** The port on which it listens; undefined before. */
  port(): number | undefined;
  /** Resolves when it is ready. */
  ready(): Promise<void>;
  /** Kills it without warning. Resolves when it has ended. */
  kill(): Promise<void>;
  restart(): void;
  /** Resolves once it has ended. */
  ended(): Promise<void>;
  /** Its standard error, over all restarts. */
  errors(): string;
}

/** Starts a process on a store. */
function startChild(options: ChildOptions): Child {
  let port: number | undefined;
  let errors = '';
  let running: ChildProcess;

  function start(): ChildProcess {
    const child = spawn(process.execPath, [script, JSON.stringify(options)], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
    });
    child.stdout.once('data', (line) => {
      if (child === running) port = (JSON.parse(String(line)) as ChildReady).port;
    });
    child.stderr.on('data', (text) => {
      errors += String(text);
    });
    return child;
  }

  running = start();
  const hasEnded = () => running.exitCode !== null || running.signalCode !== null;
  return {
    port: () => port,
    ready: () =>
      until(() => {
        if (port === undefined) throw new Error(`A child is not ready: ${errors}`);
      }),
    async kill() {
      port = undefined;
      const exited = once(running, 'exit');
      if (running.kill('SIGKILL')) await exited;
    },
    restart() {
      running = start();
    },
    async ended() {
      if (!hasEnded()) await once(running, 'exit');
    },
    errors: () => errors,
  };
}

/** A durable store that child processes share, with a table for what their handlers note. */
export interface TraceStore {
  /** A file or a connection string. */
  address: string;
  /** An inbox of the test's own process, to look into the store. */
  inbox: Inbox;
  /** Starts a child process on the store, which may have another address for it. */
  start(options: Partial<Pick<ChildOptions, 'address' | 'listens' | 'handler'>>): Child;
  traces(): Promise<Trace[]>;
  /** Kills the children, too. */
  dispose(): Promise<void>;
}

/** Creates an empty store, by default in a new place. */
export async function createTraceStore(kind: DurableKind, given?: string): Promise<TraceStore> {
  const { address, dispose } = given ? { address: given, dispose() {} } : await kind.findPlace();
  const inbox = await kind.connect(address);
  await kind.query(address, kind.createNotes);
  const children: Child[] = [];
  return {
    address,
    inbox,
    start(options) {
      const child = startChild({ kind: kind.name, address, ...options });
      children.push(child);
      return child;
    },
    async traces() {
      const rows = (await kind.query(address, 'select text from notes order by id')) as { text: string }[];
      return rows.map(({ text }): Trace => JSON.parse(text));
    },
    async dispose() {
      await Promise.all(children.map((child) => child.kill()));
      await inbox.close();
      dispose();
    },
  };
}

/** Longer than any test. */
const hangs = { takesInMs: 2 ** 30 };

/** Stores events that a process is handling when it is killed. Resolves with the inbox of another process. */
export async function killWhileHandling(
  kind: DurableKind,
  milestones: readonly string[],
): Promise<{ inbox: Inbox; kill(): Promise<void> }> {
  const { inbox, start, dispose } = await createTraceStore(kind);
  onTestFinished(dispose);
  const worker = start({ handler: hangs });
  for (const contractId of milestones) await inbox.insert(await incoming({ contractId }));
  await untilCounts(inbox, { processing: milestones.length });
  return { inbox, kill: worker.kill };
}
