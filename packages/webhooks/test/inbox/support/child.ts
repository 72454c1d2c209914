import { createServer } from 'node:http';
import { flushCompileCache } from 'node:module';
import type { AddressInfo } from 'node:net';
import { createNodeHandler } from '../../../src/adapters/node.ts';
import { createWebhookReceiver, type HandleEvent, type Inbox } from '../../../src/index.ts';
import { type DurableKind, durableKinds } from './inbox-kinds.ts';

/** What a child process of a test is: started with this as JSON, as its only argument. */
export interface ChildOptions {
  /** The name of the kind of its inbox. */
  kind: string;
  /** A file or a connection string. */
  address: string;
  /** A hanging worker begins events and never ends them. */
  role: 'receiver' | 'worker' | 'hanging worker';
  secret: string;
}

/** What a child says once it works: its port, if it is a receiver. */
export interface ChildReady {
  port: number;
}

const { kind: name, address, role, secret } = JSON.parse(process.argv[2] ?? '') as ChildOptions;
const kind = durableKinds.find((one) => one.name === name) as DurableKind;

const leaveTrace: HandleEvent = async (event, { key, isLate, transaction }) => {
  const { milestoneId: milestone = '', status } = event;
  await kind.trace(transaction, { event_key: key, milestone, status, late: Number(isLate) });
};

const hang: HandleEvent = () => new Promise(() => {});

function listen(inbox: Inbox): Promise<number> {
  const server = createServer(createNodeHandler(createWebhookReceiver({ secrets: secret, inbox })));
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

// It ends with the test that started it, however that ends.
process.stdin.resume().on('end', () => process.exit());
const inbox = await kind.connect(address);
const ready: ChildReady = { port: role === 'receiver' ? await listen(inbox) : 0 };
if (role !== 'receiver') {
  inbox.start(role === 'worker' ? leaveTrace : hang, { concurrency: 5, firstDelayInMs: 20, longestDelayInMs: 100 });
}
process.stdout.write(`${JSON.stringify(ready)}\n`);
flushCompileCache();
