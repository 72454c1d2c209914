import { endWithNpx } from '@escrow-kit/shared/end-with-npx';
import { type GivenOptions, readRelayOptions } from '../options/command-options.ts';
import type { RelayOptions } from '../options/relay-options.ts';
import { logFailures } from '../output/failure-log.ts';
import { printLive } from '../output/live-lines.ts';
import type { TellNews } from '../output/news.ts';
import { type Relay, startRelay } from '../relay/start-relay.ts';

/** Options of the command alone. */
export interface RunOptions extends GivenOptions {
  json?: boolean;
}

/** Runs a relay until a signal. A second signal ends it at once. */
export async function runRelay(given: RunOptions): Promise<void> {
  const options = readRelayOptions(given);
  const relay = await startRelay(options, { tell: createTell(given) });
  // Before the greeting: whoever has read it may send a signal.
  const signal = untilSignal();
  process.stderr.write(`${greeting(relay, options)}\n`);
  await signal;
  await relay.close();
}

/** Prints each event on a terminal or in JSON, and always one line for each kind of failure. */
function createTell({ json }: RunOptions): TellNews {
  const now = (): Date => new Date();
  const log = logFailures((line) => process.stderr.write(`${now().toISOString()} ${line}\n`), now);
  const isLive = json || process.stdout.isTTY;
  const print = isLive ? printLive(process.stdout, { isJson: json === true, now }) : undefined;
  return (news) => {
    print?.(news);
    // A terminal has shown it.
    if (!process.stdout.isTTY || news.what === 'trouble') log(news);
  };
}

const greeting = ({ url }: Relay, { targets, store }: RelayOptions): string =>
  [
    `Takes events at ${url}`,
    ...targets.map((target) => `and forwards them to ${target.name}: ${new URL(target.url).origin}`),
    'folder' in store ? `They are kept in ${store.folder}.` : 'They are kept in PostgreSQL.',
  ].join('\n');

/** Resolves at the first signal. */
function untilSignal(): Promise<void> {
  endWithNpx();
  return new Promise((resolve) => {
    let isEnding = false;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        if (isEnding) process.exit(1);
        isEnding = true;
        process.stderr.write('Ends when what is in progress has ended; a second signal ends at once.\n');
        resolve();
      });
    }
  });
}
