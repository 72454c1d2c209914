import { createServer } from 'node:http';
import { flushCompileCache } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { ClientBase } from 'pg';
import { createNodeHandler } from '../../../src/adapters/node.ts';
import { createWebhookReceiver, type HandleEvent, type Inbox } from '../../../src/index.ts';
import type { SqliteTransaction } from '../../../src/sqlite-inbox/index.ts';

/** What a child process of a test is: started with this as JSON, as its only argument. */
export interface ChildOptions {
  /** A file of SQLite or a connection string of PostgreSQL. */
  store: { path: string } | { connection: string };
  /** A hanging worker begins events and never ends them. */
  role: 'receiver' | 'worker' | 'hanging worker';
  secret: string;
}

/** What a child says once it works: its port, where it is a receiver. */
export interface ChildReady {
  port: number;
}

const { store, role, secret } = JSON.parse(process.argv[2] ?? '') as ChildOptions;
const isHanging = role === 'hanging worker';
const processing = { concurrency: 5, firstDelayInMs: 20, longestDelayInMs: 100 };

/** Leaves a trace of each event in the transaction that marks it done: where it is handled twice, two traces. */
const trace = `insert into traces (event_key, milestone, status, late) values`;

const handleInSqlite: HandleEvent<SqliteTransaction> = (event, { key, isLate, transaction }) => {
  transaction((database) => {
    const statement = database.prepare(`${trace} (?, ?, ?, ?)`);
    statement.run(key, event.milestoneId ?? '', event.status, Number(isLate));
  });
};

const handleInPostgres: HandleEvent<ClientBase> = async (event, { key, isLate, transaction }) => {
  await transaction.query(`${trace} ($1, $2, $3, $4)`, [key, event.milestoneId ?? '', event.status, Number(isLate)]);
};

const hang = (): Promise<void> => new Promise(() => {});

async function open(): Promise<{ inbox: Inbox; work: () => void }> {
  if ('path' in store) {
    const { createSqliteInbox } = await import('../../../src/sqlite-inbox/index.ts');
    const inbox = createSqliteInbox(store);
    return { inbox: inbox as Inbox, work: () => inbox.start(isHanging ? hang : handleInSqlite, processing) };
  }
  const { createPostgresInbox } = await import('../../../src/postgres-inbox/index.ts');
  const inbox = await createPostgresInbox({ ...store, pollIntervalInMs: 100 });
  return { inbox: inbox as Inbox, work: () => inbox.start(isHanging ? hang : handleInPostgres, processing) };
}

function listen(inbox: Inbox): Promise<number> {
  const server = createServer(createNodeHandler(createWebhookReceiver({ secrets: secret, inbox })));
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

// It ends with the test that started it, however that ends.
process.stdin.resume().on('end', () => process.exit());
const { inbox, work } = await open();
const ready: ChildReady = { port: role === 'receiver' ? await listen(inbox) : 0 };
if (role !== 'receiver') work();
process.stdout.write(`${JSON.stringify(ready)}\n`);
flushCompileCache();
