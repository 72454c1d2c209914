import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ChildOptions, ChildReady } from './child.ts';
import { untilSettled } from './until.ts';

const script = fileURLToPath(new URL('child.ts', import.meta.url));

/** The cache for compiled code of the children, which halves their start. */
const compileCache = join(tmpdir(), 'escrow-webhooks-compile-cache');

/** A process that is killed and started again. */
export interface Child {
  /** The port on which it listens; undefined before. */
  port(): number | undefined;
  /** Resolves when it is ready. Rejects with its output if it ends before. */
  ready(): Promise<void>;
  /** Kills it without warning. Resolves when it has ended. */
  kill(): Promise<void>;
  restart(): void;
  /** Resolves once it has ended. */
  ended(): Promise<void>;
  /** Whether it is still running. */
  isRunning(): boolean;
  /** Its standard error, over all restarts. */
  errors(): string;
}

/** Starts a process. It is listening, or processing, once `port` has a value. */
export function startChild(options: ChildOptions): Child {
  let port: number | undefined;
  let errors = '';
  let running: ChildProcess;
  let ready = createReady();

  function start(): ChildProcess {
    const child = spawn(process.execPath, [script, JSON.stringify(options)], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
    });
    child.stdout.once('data', (line) => {
      if (child !== running) return;
      port = (JSON.parse(String(line)) as ChildReady).port;
      ready.resolve();
    });
    child.stderr.on('data', (text) => {
      errors += String(text);
    });
    child.once('close', (code) => {
      if (child === running && code) ready.reject(new Error(`A ${options.role} ended: ${errors}`));
    });
    return child;
  }

  running = start();
  return {
    port: () => port,
    ready: () => untilSettled(ready.promise, `a ${options.role} works`),
    async kill() {
      port = undefined;
      ready = createReady();
      const exited = once(running, 'exit');
      if (running.kill('SIGKILL')) await exited;
    },
    restart() {
      running = start();
    },
    async ended() {
      if (running.exitCode === null && running.signalCode === null) await once(running, 'exit');
    },
    isRunning: () => running.exitCode === null && running.signalCode === null,
    errors: () => errors,
  };
}

function createReady(): PromiseWithResolvers<void> {
  const ready = Promise.withResolvers<void>();
  // Not every test waits for it.
  ready.promise.catch(() => {});
  return ready;
}
