import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createWebhookReceiver,
  NotStoredError,
  type WebhookError,
  type WebhookReceiver,
  WebhookVerificationError,
} from '@escrow-kit/webhooks';
import { RelayError } from '../errors/relay-error.ts';
import { createForwarder } from '../forward/create-forwarder.ts';
import type { Address, RelayOptions } from '../options/relay-options.ts';
import type { TellNews } from '../output/news.ts';
import { openSecrets, type SecretSource } from '../secrets/secret-source.ts';
import { openStores, type Stores } from '../stores/open-stores.ts';
import { createFanOut, createTarget, type Target } from '../targets/target.ts';
import { createEventsServer, createReadiness } from './events-server.ts';

/**
 * How many events are forwarded to a target at the same time, each of another milestone: more with SQLite, where each costs next to
 * nothing; with PostgreSQL each holds a connection. Our choice: not shown.
 */
const concurrencies = { sqlite: 50, postgres: 10 };

/** A running relay. */
export interface Relay {
  /** The address of events. */
  url: string;
  targets: readonly Target[];
  /** Accepts nothing more, waits for what is in progress, and closes the stores. */
  close(): Promise<void>;
}

export interface RelayParts {
  tell: TellNews;
  /** The clock. Default: the system's. Tests pass their own. */
  now?: () => Date;
}

/**
 * Starts a relay: stores, then forwarding, then the server of events.
 * @throws RelayError if it can't listen, an option can't work, or a store can't be used.
 */
export async function startRelay(options: RelayOptions, { tell, now = () => new Date() }: RelayParts): Promise<Relay> {
  const { events, secret } = options;
  const { signature } = events;
  if (signature !== null && !secret) {
    throw new RelayError('There is no webhook secret. Set ESCROW_WEBHOOK_SECRET, or name a file with --secret-file.');
  }
  await using opened = new AsyncDisposableStack();
  const targets: Target[] = [];
  // At once, because each waits for its attempts in progress.
  opened.defer(async () => void (await Promise.all(targets.map(({ inbox }) => inbox.close()))));
  const secrets = secret && openSecrets(secret, (error) => tell({ what: 'trouble', message: error.message }));
  const stores = openStores(options.store, now);
  const concurrency = concurrencies['folder' in options.store ? 'sqlite' : 'postgres'];
  for (const { name, url } of options.targets) {
    const forward = createForwarder({ url, signature, secrets, now });
    targets.push(createTarget({ name, inbox: await stores.open(name), concurrency, forward, tell }));
  }
  const [first, ...others] = targets;
  if (!first) throw new RelayError('There is no address to forward to. Start with --forward URL.');
  await tellForgotten(stores, targets, tell);
  for (const target of targets) target.start();
  const inbox = createFanOut([first, ...others]);
  const receiver = followSecrets(secrets, (present) =>
    createWebhookReceiver({
      inbox,
      ...(events.signature === null ? events : { ...events, secrets: present }),
      now,
      onReceived: ({ event, outcome }) => tell({ what: 'received', event, outcome }),
      onError: (error) => tell({ what: outcomeOf(error), reason: error.message }),
    }),
  );
  const server = createEventsServer({ receiver, isReady: createReadiness(targets, tell) });
  const url = await listen(server, options.listen);
  opened.defer(() => closeServer(server));
  const resources = opened.move();
  return { url, targets, close: () => resources.disposeAsync() };
}

/** Tells of events that wait for targets which are no longer configured. Their stores stop nothing, whatever state they are in. */
async function tellForgotten(stores: Stores, targets: readonly Target[], tell: TellNews): Promise<void> {
  const configured = new Set(targets.map(({ name }) => name));
  const forgotten = (await stores.targets()).filter((name) => !configured.has(name));
  for (const name of forgotten) {
    const found = await countForgotten(stores, name).catch(
      (error: Error) => `none can be read or forwarded: ${error.message}`,
    );
    if (found === undefined) continue;
    const message = `of the events for ${name}, which has no address, ${found}`;
    tell({ what: 'trouble', message });
  }
}

async function countForgotten(stores: Stores, name: string): Promise<string | undefined> {
  const inbox = await stores.open(name);
  const { pending, processing, dead } = await inbox.counts().finally(() => inbox.close());
  const wait = pending + processing;
  return wait + dead === 0 ? undefined : `${wait} wait and ${dead} are dead: --forward ${name}=URL`;
}

/** Returns the receiver with the present secrets: a new one whenever they have changed. No receiver keeps anything of a request. */
function followSecrets(
  source: SecretSource | undefined,
  create: (secrets: readonly string[]) => WebhookReceiver,
): () => WebhookReceiver {
  let secrets = source?.current() ?? [];
  let receiver = create(secrets);
  return () => {
    const present = source?.current() ?? secrets;
    if (present !== secrets) receiver = create(present);
    secrets = present;
    return receiver;
  };
}

/** What became of a request without a 200, or of a body that holds no event. */
function outcomeOf(error: WebhookError): 'refused' | 'quarantined' | 'not_stored' {
  if (error instanceof NotStoredError) return 'not_stored';
  const isQuarantined =
    error instanceof WebhookVerificationError && ['event_invalid', 'body_not_utf8'].includes(error.reason);
  return isQuarantined ? 'quarantined' : 'refused';
}

/** Resolves with the address. */
async function listen(server: Server, { host, port }: Address): Promise<string> {
  server.listen({ host, port });
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    const message = `Can't listen on ${host}:${port} (${error.code}). Choose another address with --listen.`;
    throw new RelayError(message, { cause: error });
  });
  const { address, port: listening, family } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${listening}/`;
}

/** How long requests in progress may take to be answered: longer than a body may take to arrive. */
const closeLimitInMs = 8_000;

/** Accepts nothing more, answers what is in progress, and closes the other connections. */
async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  // A connection that has sent nothing yet counts as busy.
  const limit = setTimeout(() => server.closeAllConnections(), closeLimitInMs);
  await closed;
  clearTimeout(limit);
}
