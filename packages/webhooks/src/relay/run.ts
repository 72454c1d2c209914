import { once } from 'node:events';
import { type Log, logFailures, toJson, toLine } from './output.ts';
import { addressOf, type RelayOptions, startRelay } from './relay.ts';

/** Runs a relay until a signal. A second signal ends it at once. */
export async function runRelay(options: RelayOptions, { isJson }: { isJson: boolean }): Promise<void> {
  const relay = await startRelay(options, createLog(isJson));
  const ending = new AbortController();
  // Before the greeting: whoever has read it may send a signal.
  const signalled = Promise.race(['SIGINT', 'SIGTERM'].map((name) => once(process, name, { signal: ending.signal })));
  const place = 'folder' in options.store ? options.store.folder : 'PostgreSQL';
  process.stderr.write(
    `Receives events at ${relay.url}\nForwards them to ${addressOf(options.to)}\nStores them in ${place}\n`,
  );
  await signalled;
  // Nothing listens for the next signal then, so it ends the process.
  ending.abort();
  process.stderr.write('Waiting for the attempts in progress. A second signal ends the relay at once.\n');
  await relay.close();
}

/** Prints each event on a terminal or in JSON, and always one line for each kind of failure. */
function createLog(isJson: boolean): Log {
  const { stdout, stderr } = process;
  const now = (): Date => new Date();
  const logFailure = logFailures((line) => stderr.write(`${now().toISOString()} ${line}\n`), now);
  return (entry) => {
    const isTrouble = entry.what === 'trouble';
    if (!isTrouble && isJson) stdout.write(`${toJson(entry, now())}\n`);
    else if (!isTrouble && stdout.isTTY) stdout.write(`${toLine(entry, now())}\n`);
    // A terminal has shown the rest.
    if (isTrouble || !stdout.isTTY) logFailure(entry);
  };
}
