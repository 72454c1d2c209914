import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createDatabase } from '@escrow-kit/suite/postgres';
import { expect, onTestFinished, test } from 'vitest';
import type { Inbox } from '../../src/index.ts';
import { createPostgresInbox } from '../../src/postgres-inbox/create-postgres-inbox.ts';
import { createDeferred } from './support/deferred.ts';
import { incoming } from './support/events.ts';
import { until, untilCounts } from './support/until.ts';

/** Short, because the tests wait until it is over. On a busy machine a connection may take longer: then it is tried again. */
const connectionTimeoutMillis = 300;

/** What is set on each new connection. */
const setUp = 'tcp_keepalives_idle';

test('HOOK-4 a network that goes silent while a connection is set up rejects the insert, and the next one is stored', async () => {
  const { inbox, fallSilentAt } = await openByProxy();

  fallSilentAt(setUp);
  const error = await inbox.insert(await incoming()).catch((thrown: unknown) => thrown);
  fallSilentAt(undefined);

  expect(error).toMatchObject({ code: 'inbox', message: expect.stringContaining('timeout') });
  await untilStored(inbox);
});

test('a network that goes silent while a worker begins to listen is reported, and the events are handled when it is back', async () => {
  const { inbox, fallSilentAt } = await openByProxy();
  await untilStored(inbox);
  const told = createDeferred();
  const errors: unknown[] = [];

  fallSilentAt(setUp);
  inbox.start(() => {}, {
    onError(error) {
      errors.push(error);
      told.resolve();
    },
  });
  await told.promise;
  fallSilentAt(undefined);

  expect(errors[0]).toMatchObject({ code: 'inbox' });
  await untilCounts(inbox, { done: 1 });
});

const untilStored = (inbox: Inbox): Promise<void> =>
  until(async () => expect(await inbox.insert(await incoming())).toBe('stored'));

/** An inbox that has no open connection at present. */
async function openByProxy() {
  const { connectionString, fallSilentAt, connectionCount } = await startProxy(await createDatabase());
  const connection = { connectionString, connectionTimeoutMillis, idleTimeoutMillis: 1 };
  const inbox = await until(() => createPostgresInbox({ connection, pollIntervalInMs: 20 }));
  onTestFinished(() => inbox.close());
  await until(() => expect(connectionCount()).toBe(0));
  return { inbox, fallSilentAt };
}

/** A proxy before a database. It passes nothing on any more once a connection has sent a given text. */
async function startProxy(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl);
  let silentText: string | undefined;
  let connectionCount = 0;
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname);
    connectionCount += 1;
    client.on('close', () => {
      connectionCount -= 1;
    });
    client.on('data', (data) => {
      if (silentText && data.includes(silentText)) client.pause().removeAllListeners('data');
      else server.write(data);
    });
    server.on('data', (data) => client.write(data));
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket
        .on('error', () => {})
        .on('close', () => {
          client.destroy();
          server.destroy();
        });
    }
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
    await once(proxy, 'close');
  });
  const url = new URL(databaseUrl);
  url.port = String((proxy.address() as AddressInfo).port);
  const fallSilentAt = (text: string | undefined) => {
    silentText = text;
  };
  return { connectionString: url.href, fallSilentAt, connectionCount: () => connectionCount };
}
