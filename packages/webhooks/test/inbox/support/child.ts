import { flushCompileCache } from 'node:module';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createWebhookReceiver, type HandleEvent, type Inbox } from '../../../src/index.ts';
import { type DurableKind, durableKinds, secret, type Trace } from './inbox-kinds.ts';

/** The options of a child process of a test: its only argument, as JSON. */
export interface ChildOptions {
  /** The name of the kind of its inbox. */
  kind: string;
  /** A file or a connection string. */
  address: string;
  /** Whether it takes events. */
  listens?: boolean;
  /** How it handles events. Default: not at all. */
  handler?: ChildHandler;
}

/** Handlers that note each event through their transaction, and then take time. */
export interface ChildHandler {
  takesInMs: number;
  concurrency?: number;
  attempts?: number;
  /** The milestone whose events end the process, after a third of that time. */
  deadlyMilestone?: string;
}

/** The message of a child when it is ready. */
export interface ChildReady {
  /** 0 unless it listens. */
  port: number;
}

const { kind: name, address, listens, handler } = JSON.parse(process.argv[2] ?? '') as ChildOptions;
const kind = durableKinds.find((one) => one.name === name) as DurableKind;

const onError = (error: unknown): void => void process.stderr.write(`${String(error)}\n`);

const handleAs =
  ({ takesInMs, deadlyMilestone }: ChildHandler): HandleEvent =>
  async ({ milestoneId: milestone = '' }, { key, transaction }) => {
    await kind.note(transaction, JSON.stringify({ key, milestone } satisfies Trace));
    if (milestone === deadlyMilestone) {
      await delay(takesInMs / 3);
      process.exit(1);
    }
    await delay(takesInMs);
  };

async function listen(inbox: Inbox): Promise<number> {
  // Not for workers, whose start it would make a third longer.
  const { createServer } = await import('node:http');
  const { createNodeHandler } = await import('../../../src/adapters/node.ts');
  const server = createServer(createNodeHandler(createWebhookReceiver({ secrets: secret, inbox, onError })));
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

// Ends with the test that started it, in whatever way that ends.
process.stdin.resume().on('end', () => process.exit());
const inbox = await kind.connect(address);
const ready: ChildReady = { port: listens ? await listen(inbox) : 0 };
if (handler) {
  const { concurrency = 5, attempts = 20 } = handler;
  inbox.start(handleAs(handler), { concurrency, attempts, firstDelayInMs: 20, longestDelayInMs: 100, onError });
}
process.stdout.write(`${JSON.stringify(ready)}\n`);
flushCompileCache();
