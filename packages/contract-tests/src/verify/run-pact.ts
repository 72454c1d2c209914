import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { rootCertificates } from 'node:tls';
import type { PactResult } from '../judge/judge.ts';
import { type Interaction, providerName } from '../pacts/pacts.ts';
import { type Check, checkParameter } from './provider-server.ts';

/** A run of Pact's verifier, which makes its checks one after the other. */
export interface PactRun {
  /** Pacts with one interaction each: a matcher that Pact cannot read loses all interactions of its file. */
  pactFiles: string[];
  /** The address that answers requests, sets up states and returns messages. */
  providerUrl: string;
}

/** The result of a run. */
export interface PactReply {
  /** Its index. */
  run: number;
  results?: PactResult[];
  /** Why Pact could not run at all. */
  failure?: string;
}

/** How the runs are made. */
interface RunPactOptions {
  /** A folder for what the process needs. */
  folder: string;
  /** Gets the results of a run, by its index, when it ends. */
  onResults: (run: number, results: readonly PactResult[]) => void;
  /** Ends the process. */
  signal: AbortSignal;
}

/** How many runs are made side by side. Each keeps a thread of the process busy. */
export const runsAtOnce = 8;

/** Variables that redirect requests, select interactions, or print what is sent. */
const misleadingVariable = /^(https?_proxy|all_proxy|no_proxy|pact_.*|rust_log|log_?level|node_options|node_debug)$/i;

/**
 * Makes these runs in a process of their own, whose output is discarded. Resolves when the process ends: after the last run, by the
 * signal, or because Pact's native library crashed; then some runs have no results. Rejects if Pact cannot run at all.
 */
export async function runPact(runs: readonly PactRun[], { folder, onResults, signal }: RunPactOptions): Promise<void> {
  // Works in the sources and in the build.
  const program = join(import.meta.dirname, `pact-process${extname(import.meta.filename)}`);
  const child = fork(program, {
    env: environmentIn(folder),
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const closed = once(child, 'close');
  const end = () => void child.kill('SIGKILL');
  signal.addEventListener('abort', end);
  let open = runs.length;
  let failure: string | undefined;
  child.on('message', (reply: PactReply) => {
    open -= 1;
    failure ??= reply.failure;
    // What ended after the stop may have failed because of it.
    if (reply.results && !signal.aborted) onResults(reply.run, reply.results);
    if (open === 0 || failure !== undefined) end();
  });
  child.send({ runs, atOnce: runsAtOnce }, () => {});
  if (signal.aborted) end();
  try {
    await closed;
  } finally {
    signal.removeEventListener('abort', end);
  }
  if (failure !== undefined) throw new Error(`Pact could not verify: ${failure}`);
}

/** Writes a pact of one interaction, whose first state carries its description. */
export function writePact(folder: string, { interaction, consumer }: Check): string {
  const [first = { name: 'an organization' }, ...others] = interaction.providerStates ?? [];
  const params = { ...first.params, [checkParameter]: interaction.description };
  const marked: Interaction = { ...interaction, providerStates: [{ ...first, params }, ...others] };
  const file = join(mkdtempSync(join(folder, 'pact-')), 'pact.json');
  const pact = {
    consumer: { name: consumer },
    provider: { name: providerName },
    interactions: [marked],
    metadata: { pactSpecification: { version: '4.0' } },
  };
  writeFileSync(file, JSON.stringify(pact));
  return file;
}

/** The environment of Pact's process. */
function environmentIn(folder: string): NodeJS.ProcessEnv {
  // Pact reads every certificate of the machine before each request, which takes longer than the request. Requests go to this
  // machine by HTTP, so one certificate will do. Without any, Pact sends nothing.
  const certificate = join(folder, 'certificate.pem');
  writeFileSync(certificate, rootCertificates[0] ?? '');
  const kept = Object.entries(process.env).filter(([name]) => !misleadingVariable.test(name));
  return {
    ...Object.fromEntries(kept),
    SSL_CERT_FILE: certificate,
    SSL_CERT_DIR: folder,
    // Without this, Pact reports every run to its makers.
    PACT_DO_NOT_TRACK: 'true',
    // The threads of Node's pool: one for each run, and some for files.
    UV_THREADPOOL_SIZE: String(runsAtOnce + 4),
  };
}
