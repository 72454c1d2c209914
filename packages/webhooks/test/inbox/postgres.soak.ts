import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import { localCertificate } from '@escrow-kit/tools/local-certificate';
import { createDatabase } from '@escrow-kit/tools/postgres';
import { until } from '@escrow-kit/tools/until';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createPostgresInbox } from '../../src/inbox/postgres.ts';
import { incoming } from './support/describe-inboxes.ts';
import { untilCounts } from './support/until.ts';

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

test('no event is left behind that is stored just as a worker finds no other one of its milestone', async () => {
  const eventsOfMilestone = 3_000;
  const milestones = ['milestone-1', 'milestone-2', 'milestone-3', 'milestone-4'];
  // About as long as it takes a worker to mark an event done and to look for the next one.
  const longestDelayInMs = 6;
  const connection = await createDatabase();
  const [inbox, worker] = [createPostgresInbox({ connection }), createPostgresInbox({ connection })];
  onTestFinished(async () => void (await Promise.all([inbox.close(), worker.close()])));
  const handled = new EventTarget();
  await worker.ready();
  worker.start(({ milestoneId = '' }) => void handled.dispatchEvent(new Event(milestoneId)));

  async function storeOneAfterAnother(contractId: string): Promise<void> {
    for (let event = 0; event < eventsOfMilestone; event += 1) {
      const isHandled = once(handled, contractId);
      await inbox.insert(await incoming({ contractId, referenceId: `${event}` }));
      await isHandled;
      await delay(Math.random() * longestDelayInMs);
    }
  }
  await Promise.all(milestones.map(storeOneAfterAnother));

  await untilCounts(inbox, { done: milestones.length * eventsOfMilestone });
  const client = await connect(connection);
  await until(async () => expect((await client.query('select from escrow_webhooks.queue')).rows).toEqual([]));
});

test('a database that was emptied is set up again, for the receiver and the worker', async () => {
  const connection = await createDatabase();
  const inbox = createPostgresInbox({ connection });
  onTestFinished(() => inbox.close());
  const handled: string[] = [];
  inbox.start((event) => void handled.push(event.status), { onError: () => {} });
  await inbox.insert(await incoming());
  await untilCounts(inbox, { done: 1 });

  const client = await connect(connection);
  // Again, if it meets the worker in a deadlock.
  await until(() => client.query('drop schema escrow_webhooks cascade'));
  await inbox.ready().catch(() => {});
  await inbox.ready();
  await inbox.insert(await incoming({ status: 'COMPLETED' }));
  await untilCounts(inbox, { done: 1 });

  expect(handled).toEqual(['PAID', 'COMPLETED']);
});

test('a database that was replaced by one with an empty schema is set up again for a receiver alone', async () => {
  const connection = await createDatabase();
  const inbox = createPostgresInbox({ connection });
  onTestFinished(() => inbox.close());
  await inbox.ready();

  await (await connect(connection)).query('drop schema escrow_webhooks cascade; create schema escrow_webhooks');

  expect(await inbox.insert(await incoming())).toBe('stored');
});

test('closing while the database is being opened waits for that, and leaves no connection behind', async () => {
  const connection = await createDatabase();
  const client = await connect(connection);
  const inbox = createPostgresInbox({ connection: `${connection}?application_name=closing` });

  const ready = inbox.ready();
  await inbox.close();

  await expect(ready).resolves.toBeUndefined();
  const findConnections = `select from pg_stat_activity where application_name = 'closing'`;
  await until(async () => expect((await client.query(findConnections)).rows).toEqual([]));
});

test('stop ends soon after its limit even if the database no longer answers', async () => {
  const connection = await createDatabase();
  const client = await connect(connection);
  const inbox = createPostgresInbox({ connection });
  onTestFinished(() => inbox.close());
  const begun = Promise.withResolvers<void>();
  const processing = inbox.start(() => {
    begun.resolve();
    return new Promise(() => {});
  });
  await inbox.insert(await incoming());
  await begun.promise;
  await client.query('begin; lock table escrow_webhooks.events');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(async () => {
    vi.useRealTimers();
    await client.query('rollback');
  });

  const stopped = processing.stop({ limitInMs: 1_000 });
  await vi.advanceTimersByTimeAsync(11_000);

  await expect(stopped).resolves.toBeUndefined();
});

/** The address of a server that speaks TLS as PostgreSQL does, with a certificate that nobody trusts. */
async function startUntrusted(): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write('S');
      new TLSSocket(socket, { isServer: true, ...localCertificate }).on('error', () => {});
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return `postgres://user@127.0.0.1:${(server.address() as AddressInfo).port}/shop?sslmode=verify-full`;
}

async function createLatin(): Promise<string> {
  const url = new URL(await createDatabase());
  const name = `${url.pathname.slice(1)}_latin`;
  await (await connect(url.href)).query(`create database ${name} encoding 'LATIN1' template template0 locale 'C'`);
  return Object.assign(url, { pathname: name }).href;
}

test.each([
  ['an untrusted certificate', startUntrusted, 'Pass the certificate of its authority'],
  ['another encoding', createLatin, "Create it with encoding 'UTF8'"],
])('a database with %s is refused with the remedy', async (_title, start, remedy) => {
  const inbox = createPostgresInbox({ connection: await start() });
  onTestFinished(() => inbox.close());

  await expect(inbox.ready()).rejects.toMatchObject({
    code: 'configuration',
    message: expect.stringContaining(remedy),
  });
});
