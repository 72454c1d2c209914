import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createDatabase } from '@escrow-kit/suite/postgres';
import { expect, onTestFinished, test } from 'vitest';
import { startRelayProcess } from './support/relay-process.ts';

/** A network before a database that can go silent: nothing arrives any more, and no connection is closed. */
async function startNetwork(databaseUrl: string): Promise<{ databaseUrl: string; fallSilent(): void }> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets: Socket[] = [];
  const network = createServer((client) => {
    const server = connect(Number(port), hostname);
    client.pipe(server).pipe(client);
    sockets.push(client, server);
    for (const socket of [client, server]) socket.on('error', () => {});
  });
  network.listen(0, '127.0.0.1');
  await once(network, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    network.close();
  });
  const url = new URL(databaseUrl);
  url.port = String((network.address() as AddressInfo).port);
  return {
    databaseUrl: url.href,
    fallSilent() {
      for (const socket of sockets) socket.unpipe().pause();
    },
  };
}

test('a relay ends by SIGTERM even if its database does not answer any more', async () => {
  const { databaseUrl, fallSilent } = await startNetwork(await createDatabase());
  const relay = startRelayProcess(['--forward', 'http://127.0.0.1:1/'], { RELAY_DATABASE_URL: databaseUrl });
  await relay.url();

  fallSilent();

  expect(await relay.end()).toBe(0);
});
