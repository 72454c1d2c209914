import { flushCompileCache } from 'node:module';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createWebhookReceiver, type HandleEvent, type Inbox } from '../../../src/index.ts';
import { type DurableKind, durableKinds, type Trace } from './inbox-kinds.ts';

/** The options of a child process of a test: its only argument, as JSON. */
export interface ChildOptions {
  /** The name of the kind of its inbox. */
  kind: string;
  /** A file or a connection string. */
  address: string;
  /** A hanging worker starts events and never ends them. */
  role: 'receiver' | 'worker' | 'receiver and worker' | 'hanging worker';
  secret: string;
  /** Of a worker: what its handler does, and how often. */
  deadly?: DeadlyHandler;
  /** Of a receiver and worker. */
  load?: HandlerLoad;
}

/** Handlers that take time. Their errors, and those of the inbox, are lines of the standard error. */
export interface HandlerLoad {
  concurrency: number;
  handlersTakeInMs: number;
}

/** A handler that ends the process at the events of one milestone. */
export interface DeadlyHandler {
  milestoneId: string;
  /** How long it takes until the process ends; 0 for at once. */
  endsAfterInMs: number;
  /** How long the other events take. */
  othersTakeInMs: number;
  /** How many attempts an event has. */
  attempts: number;
}

/** The message of a child when it is ready: its port, if it is a receiver. */
export interface ChildReady {
  port: number;
}

const { kind: name, address, role, secret, deadly, load } = JSON.parse(process.argv[2] ?? '') as ChildOptions;
const kind = durableKinds.find((one) => one.name === name) as DurableKind;

const leaveTrace: HandleEvent = async (event, { key, isLate, transaction }) => {
  const { milestoneId: milestone = '', status } = event;
  await kind.note(transaction, JSON.stringify({ key, milestone, status, isLate } satisfies Trace));
};

const endProcess =
  ({ milestoneId, endsAfterInMs, othersTakeInMs }: DeadlyHandler): HandleEvent =>
  async (event, context) => {
    if (event.milestoneId === milestoneId) {
      if (endsAfterInMs > 0) await delay(endsAfterInMs);
      process.exit(1);
    }
    await delay(othersTakeInMs);
    await leaveTrace(event, context);
  };

const traceSlowly =
  ({ handlersTakeInMs }: HandlerLoad): HandleEvent =>
  async (event, context) => {
    await leaveTrace(event, context);
    await delay(handlersTakeInMs);
  };

const hang: HandleEvent = () => new Promise(() => {});

/** Only under load: the errors of other children are warnings, of which their tests expect none. */
const onError = (error: unknown): void => {
  if (load) process.stderr.write(`${String(error)}\n`);
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
const isReceiver = role === 'receiver' || role === 'receiver and worker';
const ready: ChildReady = { port: isReceiver ? await listen(inbox) : 0 };
const delays = { firstDelayInMs: 20, longestDelayInMs: 100 };
if (load) inbox.start(traceSlowly(load), { ...delays, concurrency: load.concurrency, onError });
else if (deadly) inbox.start(endProcess(deadly), { ...delays, attempts: deadly.attempts, onError: () => {} });
else if (role !== 'receiver') inbox.start(role === 'worker' ? leaveTrace : hang, { ...delays, concurrency: 5 });
process.stdout.write(`${JSON.stringify(ready)}\n`);
flushCompileCache();
