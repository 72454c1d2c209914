/**
 * Runs Pact's verifier in a separate process, because its native library prints what it sees, including secrets, and may crash.
 * It gets its runs once, makes several side by side, and reports the results of each; when the process that started it disconnects, it
 * ends at once, even during a run.
 */
import { Verifier } from '@pact-foundation/pact-core';
import type { PactResult } from '../judge/judge.ts';
import type { PactReply, PactRun } from './run-pact.ts';

/** How long Pact waits for a state or an answer: longer than all waits after a 429 that lead to it. */
const limitInMs = 300_000;

process.on('message', ({ runs, atOnce }: { runs: PactRun[]; atOnce: number }) => {
  const open = runs.entries();
  const work = async (): Promise<void> => {
    for (const [index, run] of open) process.send?.({ run: index, ...(await verify(run)) } satisfies PactReply);
  };
  for (let worker = 0; worker < atOnce; worker += 1) void work();
});
// Ctrl-C reaches every process of the terminal. The one that started this stops it.
process.on('SIGINT', () => {});
// A normal exit would wait for Pact's native code, which may wait forever for an answer.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

async function verify({ pactFiles, providerUrl }: PactRun): Promise<Omit<PactReply, 'run'>> {
  const { port, pathname } = new URL(providerUrl);
  const verifier = new Verifier({
    providerBaseUrl: providerUrl,
    providerStatesSetupUrl: `${providerUrl}/_state`,
    transports: [{ protocol: 'message', port: Number(port), path: `${pathname}/_message` }],
    pactUrls: pactFiles,
    logLevel: 'error',
    timeout: limitInMs,
  });
  try {
    return { results: readResults(await verifier.verify()) };
  } catch (error) {
    // A failed verification is an error whose message is the results.
    const message = error instanceof Error ? error.message : String(error);
    try {
      return { results: readResults(message) };
    } catch {
      return { failure: message };
    }
  }
}

const readResults = (text: string): PactResult[] =>
  (JSON.parse(text) as { interactionResults: PactResult[] }).interactionResults;
