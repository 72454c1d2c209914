import { fork } from 'node:child_process';
import { once } from 'node:events';
import { extname, join } from 'node:path';
import type { PactResult } from '../judge/pact-result.ts';
import type { PactJob, PactReply } from './pact-job.ts';

/** A process that runs Pact's verifier, one job after another. */
export interface PactProcess {
  /** Rejects if Pact could not run at all. */
  run(job: PactJob): Promise<PactResult[]>;
  /** Ends the process at once, even during a job, which then rejects. */
  stop(): void;
  /** Ends the process. May be called again. */
  close(): Promise<void>;
}

/** Variables that redirect requests, select interactions, or print what is sent. */
const misleadingVariable = /^(https?_proxy|all_proxy|no_proxy|pact_.*|rust_log|log_?level|node_options|node_debug)$/i;

/**
 * Starts the process. Its output is discarded; the results come through a separate channel.
 *
 * States: waiting, running a job, ended. A job ends with its results or a failure, and the process waits for the next one.
 * `stop` and `close` disconnect it, also during a job, which then rejects; so does the end of this process. It then ends itself
 * and never starts again.
 */
export function startPactProcess(): PactProcess {
  const kept = Object.entries(process.env).filter(([name]) => !misleadingVariable.test(name));
  // Works in the sources and in the build.
  const program = join(import.meta.dirname, `pact-process${extname(import.meta.filename)}`);
  const child = fork(program, {
    // Without this, Pact reports every run to its makers.
    env: { ...Object.fromEntries(kept), PACT_DO_NOT_TRACK: 'true' },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const ended = once(child, 'exit');
  const disconnect = (): void => {
    if (child.connected) child.disconnect();
  };
  return {
    async run(job) {
      const reply = once(child, 'message') as Promise<[PactReply]>;
      child.send(job);
      const first = await Promise.race([reply, ended.then(() => undefined)]);
      if (first === undefined) throw new Error("Pact's process ended before the verification did.");
      const [{ results, failure }] = first;
      if (!results) throw new Error(`Pact could not verify: ${failure}`);
      return results;
    },
    stop: disconnect,
    async close() {
      disconnect();
      await ended;
    },
  };
}
