import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CommandLineError } from '@escrow-kit/shared/command-line';
import { isLoopback } from '@escrow-kit/shared/this-machine';
import { createNodeHandler } from '../adapters/node.ts';
import { NotStoredError, WebhookError } from '../errors.ts';
import type { Inbox } from '../inbox/inbox.ts';
import { createWebhookReceiver } from '../platforms/node.ts';
import type { WebhookReceiverOptions } from '../receiver/options.ts';
import type { WebhookReceiver } from '../receiver/receiver.ts';
import { followSecrets, onceASecond, type Secrets } from '../secrets.ts';
import { webhookIdOf } from '../signature/standard-webhooks.ts';
import { WebhookVerificationError } from '../signature/verify.ts';
import {
  attemptTimeoutInMs,
  createForward,
  createRetryPlan,
  ForwardError,
  isOutage,
  longestDelayInMs,
} from './forward.ts';
import type { Log, LogEntry } from './output.ts';
import { openStore, type StoreOptions, withFlag } from './store.ts';

/** Options of a relay. */
export interface RelayOptions {
  /** The endpoint. */
  to: URL;
  /** Where events are received. Port 0 takes a free one. */
  listen: { host: string; port: number };
  store: StoreOptions;
  /** None if events are unsigned. */
  secrets: Secrets;
  /** How a deployment sends its events. Default: as the service does. */
  events: Pick<WebhookReceiverOptions, 'signature' | 'allowedAddresses' | 'addressHeader' | 'statuses'>;
}

/** What the parts of a relay share. `secrets` returns the present ones. */
type RelayParts = Omit<RelayOptions, 'secrets'> & {
  inbox: Inbox;
  secrets: () => readonly string[];
  log: Log;
  now: () => Date;
};

/** A running relay. */
export interface Relay {
  /** The address of events. */
  url: string;
  inbox: Inbox;
  /** Receives nothing more, waits for what is in progress, and closes the store. */
  close(): Promise<void>;
}

/**
 * Starts a relay: a receiver whose handler forwards. An event is stored, and only then answered with 200. From then on its state is that
 * of the inbox: `pending` until an attempt, `done` once the endpoint has accepted it, `dead` after 72 hours without that.
 * @throws CommandLineError or WebhookError if it cannot listen, an option cannot work, or the store cannot be used.
 */
export async function startRelay(options: RelayOptions, log: Log, now = () => new Date()): Promise<Relay> {
  const secrets = followSecrets(options.secrets, ({ message }) => log({ what: 'trouble', reason: message }));
  refuseItself(options);
  const inbox = await openStore(options.store, { now });
  try {
    const parts = { ...options, inbox, secrets, log, now };
    // Throws if an option cannot work.
    createReceiver(parts);
    startForwarding(parts);
    const server = createEventsServer(parts);
    const url = await listenOn(server, options.listen);
    return {
      url,
      inbox,
      async close() {
        server.close();
        // A connection that has sent nothing yet counts as busy.
        setTimeout(() => server.closeAllConnections(), closeLimitInMs).unref();
        await once(server, 'close');
        await inbox.close();
      },
    };
  } catch (error) {
    await inbox.close();
    throw error instanceof WebhookError ? new CommandLineError(withFlag(error.message), { cause: error }) : error;
  }
}

/** A relay that forwards to itself would take each event again as a duplicate, and count it as forwarded. */
function refuseItself({ to, listen }: RelayOptions): void {
  const listensHere = isLoopback(listen.host) || ['0.0.0.0', '::', '[::]'].includes(listen.host);
  const port = Number(to.port) || (to.protocol === 'https:' ? 443 : 80);
  if (!listensHere || !isLoopback(to.hostname) || port !== listen.port) return;
  throw new CommandLineError(
    `--to ${addressOf(to)} is the relay itself. Set it to your endpoint, or set another --listen.`,
  );
}

/** How long requests in progress may take to be answered after the end: longer than a body may take to arrive. */
const closeLimitInMs = 8_000;

/** How many milestones have an event in progress. With PostgreSQL each holds a connection. Our choice: not shown. */
const concurrencies = { sqlite: 50, postgres: 10 };

/** For how long forwarded events are kept. Our choice: not shown. */
const retentionInMs = 30 * 24 * 3_600_000;

/** Forwards what is stored, until the inbox is closed. */
function startForwarding({ inbox, to, secrets, store, events, log, now }: RelayParts): void {
  const target = addressOf(to);
  const forward = createForward({ to, signature: events.signature, secrets, now });
  inbox.start(
    async (event, context) => {
      const answer = await forward(event, context);
      log({ what: 'forwarded', target, event, attempt: context.attempt, answer });
    },
    {
      concurrency: 'folder' in store ? concurrencies.sqlite : concurrencies.postgres,
      // The request has its own limit, which comes first.
      handlerTimeoutInMs: 2 * attemptTimeoutInMs,
      retryAt: createRetryPlan(),
      longestDelayInMs,
      isOutage,
      // It only sends.
      mayCrash: false,
      retentionInMs,
      onError(error, failed) {
        const reason = error instanceof Error ? error.message : String(error);
        if (!failed || !(error instanceof ForwardError)) return log({ what: 'trouble', reason });
        const { attempt, retryAt } = failed;
        log({ what: 'failed', target, event: error.event, attempt, reason, isOutage: isOutage(error), retryAt });
      },
    },
  );
}

/** An address with its path, and without its parameters, which may hold a token. */
export const addressOf = ({ origin, pathname }: URL): string => `${origin}${pathname}`;

/** A receiver with the present secrets. It stores an event under its `webhook-id`, by which the endpoint names it. */
function createReceiver({ inbox, events, secrets, log, now }: RelayParts): WebhookReceiver {
  const insert: Inbox['insert'] = (incoming) => inbox.insert({ ...incoming, key: webhookIdOf(incoming.key) });
  return createWebhookReceiver({
    ...events,
    secrets: events.signature === null ? undefined : secrets(),
    inbox: { ...inbox, insert },
    now,
    onReceived: ({ event, outcome }) => log({ what: 'received', event, outcome }),
    onError: (error) => log(entryOf(error)),
    // It checks which options go together.
  } as WebhookReceiverOptions);
}

/** The entry of a request without a 200, or of a body that holds no event. */
function entryOf(error: WebhookError): LogEntry {
  // The cause is what the inbox says.
  if (error instanceof NotStoredError) return { what: 'not_stored', reason: (error.cause as Error).message };
  const reason = error instanceof WebhookVerificationError ? error.reason : '';
  const isSigned = ['event_invalid', 'body_not_utf8'].includes(reason);
  return { what: isSigned ? 'quarantined' : 'refused', reason: error.message };
}

/** The server that the service sends its events to. It has nothing else but `/health` and `/ready`. */
function createEventsServer(parts: RelayParts): Server {
  // Whoever asks more often costs no write.
  const tryStoring = onceASecond(() => parts.inbox.ready());
  return createServer(async (request, response) => {
    const path = request.method === 'POST' ? undefined : request.url?.split('?')[0];
    response.setHeader('content-type', 'text/plain');
    if (path === '/health') return void response.end('ok\n');
    if (path !== '/ready') return createNodeHandler(createReceiver(parts))(request, response);
    try {
      await tryStoring();
      response.end('ready\n');
    } catch (error) {
      parts.log({ what: 'trouble', reason: (error as Error).message });
      response.writeHead(503).end('Events cannot be stored. See the log.\n');
    }
  });
}

/** Resolves with the address. */
async function listenOn(server: Server, { host, port }: RelayOptions['listen']): Promise<string> {
  server.listen({ host, port });
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    const message = `--listen: cannot listen on ${host}:${port} (${error.code}). Choose another address.`;
    throw new CommandLineError(message, { cause: error });
  });
  const { address, port: listening, family } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${listening}/`;
}
