import { endWithNpx } from '@escrow-kit/shared/end-with-npx';
import { createOpenTelemetryObserver } from '@escrow-kit/webhooks/opentelemetry';
import { type GivenOptions, readRelayOptions } from '../options/command-options.ts';
import type { RelayOptions } from '../options/relay-options.ts';
import { logFailures } from '../output/failure-log.ts';
import { printLive } from '../output/live-lines.ts';
import type { TellNews } from '../output/news.ts';
import { type Relay, startRelay } from '../relay/start-relay.ts';
import { joinSandbox } from '../sandbox/join-sandbox.ts';
import { openSecrets } from '../secrets/secret-source.ts';

/** Options of the command alone. */
export interface RunOptions extends GivenOptions {
  sandbox?: string;
  json?: boolean;
}

/** The secret of a sandbox, unless it was given another one. */
const sandboxSecret = 'whsec_sandbox';

/** Runs a relay until a signal. A second signal ends it at once. */
export async function runRelay(given: RunOptions): Promise<void> {
  const options = withSandboxSecret(readRelayOptions(given), given);
  const relay = await startRelay(options, { tell: createTell(given), observer: createOpenTelemetryObserver() });
  try {
    const leave = given.sandbox === undefined ? undefined : await enterSandbox(given.sandbox, relay, options);
    // Before the greeting: whoever has read it may send a signal.
    const signal = untilSignal();
    process.stderr.write(`${greeting(relay, options)}\n`);
    await signal;
    await leave?.().catch((error: Error) => process.stderr.write(`${error.message}\n`));
  } finally {
    await relay.close();
  }
}

async function enterSandbox(sandbox: string, { url }: Relay, { secret, store }: RelayOptions) {
  const [signing] = secret ? openSecrets(secret, () => {}).current() : [];
  const leave = await joinSandbox(sandbox, { relayUrl: url, secret: signing, store });
  process.stderr.write(`The sandbox at ${sandbox} sends its events here until the relay ends.\n`);
  return leave;
}

const withSandboxSecret = (options: RelayOptions, { sandbox }: RunOptions): RelayOptions =>
  sandbox !== undefined && !options.secret ? { ...options, secret: { secrets: [sandboxSecret] } } : options;

/** Prints each event on a terminal, in JSON, or with a sandbox; and always one line for each kind of failure. */
function createTell({ json, sandbox }: RunOptions): TellNews {
  const now = (): Date => new Date();
  const log = logFailures((line) => process.stderr.write(`${now().toISOString()} ${line}\n`), now);
  const isLive = json || sandbox !== undefined || process.stdout.isTTY;
  const print = isLive ? printLive(process.stdout, { isJson: json || !process.stdout.isTTY, now }) : undefined;
  return (news) => {
    print?.(news);
    // A terminal has shown it.
    if (!process.stdout.isTTY || news.what === 'trouble') log(news);
  };
}

const greeting = ({ url, controlUrl }: Relay, { targets, store }: RelayOptions): string =>
  [
    `Takes events at ${url}`,
    ...targets.map((target) => `and forwards them to ${target.name}: ${new URL(target.url).origin}`),
    `Page and metrics: ${controlUrl}`,
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
