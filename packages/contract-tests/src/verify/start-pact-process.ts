import { fork } from 'node:child_process';
import { once } from 'node:events';
import { extname, join } from 'node:path';
import type { PactResult } from '../judge/notes.ts';
import { mostAtOnce } from './limits.ts';

/** One check for Pact's verifier. */
export interface PactJob {
  /** A pact with one interaction. */
  pactFile: string;
  /** The address that answers requests, sets up states and returns messages. */
  providerUrl: string;
}

/** A job with a number that its reply repeats. */
export interface NumberedJob {
  id: number;
  job: PactJob;
}

/** The result of a job, or why there is none. */
export interface PactReply {
  id: number;
  result?: PactResult | undefined;
  failure?: string;
}

/** Pact's process ended while it made a check. */
export class PactProcessEndedError extends Error {
  constructor() {
    super("Pact's process ended before the verification did.");
    this.name = 'PactProcessEndedError';
  }
}

/** A process that runs Pact's verifier, several jobs at once. */
export interface PactProcess {
  /**
   * Runs a job. Undefined if Pact reports no result. Rejects if Pact could not run at all, and with a PactProcessEndedError if
   * the process ended, which is the end of every running job.
   */
  run(job: PactJob): Promise<PactResult | undefined>;
  /** Runs a job in a process of its own, so that it can end no other job. */
  runAlone(job: PactJob): Promise<PactResult | undefined>;
  /** Ends the process at once, even during a job, which then rejects. May be called again. */
  close(): Promise<void>;
}

/** Variables that redirect requests, select interactions, or print what is sent. */
const misleadingVariable = /^(https?_proxy|all_proxy|no_proxy|pact_.*|rust_log|log_?level|node_options|node_debug)$/i;

/**
 * Prepares the process. Its output is discarded; the results come through a separate channel.
 *
 * States: no process, or one that runs jobs. The first job starts it; so does the first job after it ended unexpectedly, which
 * its native code may do after thousands of jobs. `close` and the end of this process disconnect it, and it ends itself.
 */
export function startPactProcess(): PactProcess {
  let shared: JobProcess | undefined;
  const open = new Set<JobProcess>();
  const start = (): JobProcess => {
    const started = forkProcess();
    open.add(started);
    void started.ended.then(() => open.delete(started));
    return started;
  };
  return {
    run(job) {
      if (!shared || !open.has(shared)) shared = start();
      return shared.run(job);
    },
    async runAlone(job) {
      const own = start();
      try {
        return await own.run(job);
      } finally {
        own.disconnect();
      }
    },
    async close() {
      const ends = [...open].map(({ ended }) => ended);
      for (const { disconnect } of open) disconnect();
      await Promise.all(ends);
    },
  };
}

let kept: PactProcess | undefined;

/** Makes all further verifications share one process, which ends with this program. For programs that verify often, such as tests. */
export function keepPactProcess(): void {
  kept ??= startPactProcess();
}

/** Returns the process for one verification. Closing it ends it, unless it is shared. */
export const openPactProcess = (): PactProcess =>
  kept ? { ...kept, close: () => Promise.resolve() } : startPactProcess();

interface JobProcess {
  run(job: PactJob): Promise<PactResult | undefined>;
  disconnect(): void;
  ended: Promise<unknown>;
}

function forkProcess(): JobProcess {
  const kept = Object.entries(process.env).filter(([name]) => !misleadingVariable.test(name));
  // Works in the sources and in the build.
  const program = join(import.meta.dirname, `pact-process${extname(import.meta.filename)}`);
  const child = fork(program, {
    env: {
      ...Object.fromEntries(kept),
      // Without this, Pact reports every run to its makers.
      PACT_DO_NOT_TRACK: 'true',
      // A running check keeps a thread of Node's pool, which has four unless this says otherwise. Files need some, too.
      UV_THREADPOOL_SIZE: String(mostAtOnce + 4),
    },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const replies = new Map<number, (reply: PactReply) => void>();
  child.on('message', (reply: PactReply) => replies.get(reply.id)?.(reply));
  const ended = once(child, 'exit');
  let jobs = 0;
  return {
    ended,
    async run(job) {
      jobs += 1;
      const id = jobs;
      const replied = new Promise<PactReply>((resolve) => replies.set(id, resolve));
      child.send({ id, job } satisfies NumberedJob, () => {});
      const reply = await Promise.race([replied, ended.then(() => undefined)]);
      replies.delete(id);
      if (!reply) throw new PactProcessEndedError();
      if (reply.failure !== undefined) throw new Error(`Pact could not verify: ${reply.failure}`);
      return reply.result;
    },
    disconnect() {
      if (child.connected) child.disconnect();
    },
  };
}
