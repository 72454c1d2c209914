import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { TLSSocket } from 'node:tls';
import { localCertificate } from '@escrow-kit/suite/local-certificate';
import { createDatabase } from '@escrow-kit/suite/postgres';
import { until } from '@escrow-kit/suite/until';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createPostgresInbox, type PostgresInboxOptions, type PostgresTransaction } from '../../src/inbox/postgres.ts';
import { incoming } from './support/events.ts';
import { untilCounts } from './support/until.ts';

function create(options: PostgresInboxOptions) {
  const inbox = createPostgresInbox({ pollIntervalInMs: 20, ...options });
  onTestFinished(() => inbox.close());
  return inbox;
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** An address of a new database whose sessions begin with these settings. */
async function createDatabaseWith(settings: Record<string, string>): Promise<string> {
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value.replace(' ', '\\ ')}`);
  return `${await createDatabase()}?options=${encodeURIComponent(options.join(' '))}`;
}

async function showInHandler(transaction: PostgresTransaction, setting: string): Promise<string> {
  const { rows } = await transaction.query<{ value: string }>('select current_setting($1) as value', [setting]);
  return String(rows[0]?.value);
}

test('a handler may take longer than idle transactions may, in the isolation that the database is set to', async () => {
  const connection = await createDatabaseWith({
    idle_in_transaction_session_timeout: '60s',
    default_transaction_isolation: 'serializable',
  });
  const inbox = create({ connection });
  const shown: string[] = [];
  await inbox.insert(await incoming());

  inbox.start(async (_event, { transaction }) => {
    shown.push(await showInHandler(transaction, 'idle_in_transaction_session_timeout'));
    shown.push(await showInHandler(transaction, 'transaction_isolation'));
  });
  await untilCounts(inbox, { done: 1 });

  expect(shown).toEqual(['0', 'serializable']);
});

test('times are right whatever form and zone the database is set to', async () => {
  const settings = { datestyle: 'SQL, DMY', timezone: 'Asia/Riyadh' };
  const receivedAt = new Date('2030-02-03T04:05:06.789Z');
  const inbox = create({ connection: await createDatabaseWith(settings) });

  await inbox.insert({ ...(await incoming()), receivedAt });

  expect(await inbox.find()).toMatchObject([{ receivedAt }]);
});

test('a database in another encoding than UTF-8 is refused at once', async () => {
  const url = new URL(await createDatabase());
  const client = await connect(url.href);
  const name = `${url.pathname.slice(1)}_latin`;
  await client.query(`create database ${name} encoding 'LATIN1' template template0 locale 'C'`);
  url.pathname = name;

  await expect(create({ connection: url.href }).ready()).rejects.toMatchObject({
    code: 'configuration',
    message: expect.stringMatching(/encoding LATIN1.*create it with encoding 'UTF8'/),
  });
});

test('an inbox is not ready without the rights that events need, and names them', async () => {
  const connection = await createDatabase();
  await create({ connection }).ready();
  const owner = await connect(connection);
  const user = `limited_${Date.now()}`;
  await owner.query(`create role ${user} login password 'limited'; grant usage on schema escrow_webhooks to ${user};
    grant select, insert, update, delete on all tables in schema escrow_webhooks to ${user};
    revoke insert on escrow_webhooks.queue from ${user};
    revoke execute on function escrow_webhooks.claim from public`);
  const limited = create({ connection: connection.replace(/\/\/[^@]+@/, `//${user}:limited@`) });

  const error = await limited.ready().catch((thrown: unknown) => thrown);
  await owner.query(`grant insert on escrow_webhooks.queue to ${user};
    grant usage on all sequences in schema escrow_webhooks to ${user};
    grant execute on all functions in schema escrow_webhooks to ${user}`);

  expect(error).toMatchObject({
    code: 'configuration',
    message: expect.stringMatching(
      /INSERT on escrow_webhooks\.queue, USAGE on escrow_webhooks\.events_seq_seq.*EXECUTE on escrow_webhooks\.claim/,
    ),
  });
  await expect(limited.ready()).resolves.toBeUndefined();
});

test('to be ready leaves nothing behind', async () => {
  const inbox = create({ connection: await createDatabase() });

  await inbox.ready();

  expect(await inbox.find()).toEqual([]);
});

test('a database that was replaced by one with an empty schema is set up again for a receiver alone', async () => {
  const connection = await createDatabase();
  const inbox = create({ connection });
  await inbox.ready();

  await (await connect(connection)).query('drop schema escrow_webhooks cascade; create schema escrow_webhooks');

  expect(await inbox.insert(await incoming())).toBe('stored');
});

test('a database that was replaced by an empty one is set up again, for the receiver and the worker', async () => {
  const connection = await createDatabase();
  const inbox = create({ connection });
  const handled: string[] = [];
  inbox.start((event) => void handled.push(event.status), { onError: () => {} });
  await inbox.insert(await incoming());
  await untilCounts(inbox, { done: 1 });

  const client = await connect(connection);
  // Again, if it meets the worker in a deadlock.
  await until(() => client.query('drop schema escrow_webhooks cascade'));
  await inbox.insert(await incoming({ status: 'COMPLETED' }));
  await untilCounts(inbox, { done: 1 });

  expect(handled).toEqual(['PAID', 'COMPLETED']);
});

test('an older version of the package works beside what a newer one has only added', async () => {
  const connection = await createDatabase();
  await create({ connection }).ready();
  const client = await connect(connection);
  await client.query(`alter table escrow_webhooks.events add column note text;
    insert into escrow_webhooks.migrations values (3, 2)`);

  const inbox = create({ connection });
  await inbox.insert(await incoming());
  inbox.start(() => {});

  await untilCounts(inbox, { done: 1 });
});

test('handlers that outlive their time in a statement hold up no other milestone, and leave no transaction behind', async () => {
  const connection = await createDatabase();
  const inbox = create({ connection });
  await inbox.ready();
  const other = await connect(connection);
  await other.query('create table orders (id text)');
  await other.query('begin; lock table orders');
  const many = 40;
  for (let index = 0; index < many; index += 1) await inbox.insert(await incoming({ contractId: `blocked-${index}` }));
  const ended: unknown[] = [];

  inbox.start(
    async ({ milestoneId = '' }, { transaction }) => {
      if (milestoneId.startsWith('blocked')) await transaction.query('select from orders');
    },
    { concurrency: 2, handlerTimeoutInMs: 30, firstDelayInMs: 60_000, onError: (error) => ended.push(error) },
  );
  await untilCounts(inbox, { processing: 2 });
  await inbox.insert(await incoming({ contractId: 'healthy' }));
  await untilCounts(inbox, { done: 1 });
  await inbox.close();

  const { rows } = await other.query(
    `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`,
  );
  expect(rows).toEqual([]);
  expect(ended[0]).toMatchObject({ message: expect.stringContaining('did not end within 30 ms') });
});

test.each(['commit', 'rollback', 'commit; begin'])(
  'a handler that issues %s fails, and is told so',
  async (statement) => {
    const inbox = create({ connection: await createDatabase() });
    await inbox.insert(await incoming());

    inbox.start(async (_event, { transaction }) => void (await transaction.query(statement)), {
      attempts: 1,
      onError: () => {},
    });
    await untilCounts(inbox, { dead: 1 });

    expect(await inbox.deadLetters()).toMatchObject([{ lastError: expect.stringContaining('ended its transaction') }]);
  },
);

/** A server that speaks TLS as PostgreSQL does, with a certificate that nobody trusts. */
async function startUntrustedServer(): Promise<number> {
  const server = createServer((socket) => {
    socket
      .on('error', () => {})
      .once('data', () => {
        socket.write('S');
        new TLSSocket(socket, { isServer: true, ...localCertificate }).on('error', () => {});
      });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test('trouble with TLS is named with a remedy', async () => {
  const plain = new URL(await createDatabase());
  plain.searchParams.set('sslmode', 'verify-full');
  const untrusted = `postgres://user@127.0.0.1:${await startUntrustedServer()}/shop?sslmode=verify-full`;

  const errors = await Promise.all(
    [plain.href, untrusted].map((connection) =>
      create({ connection })
        .ready()
        .catch((error: unknown) => error),
    ),
  );

  expect(errors).toMatchObject([
    { code: 'configuration', message: expect.stringContaining('it offers no TLS') },
    { code: 'configuration', message: expect.stringContaining('give the certificate of its authority') },
  ]);
});
