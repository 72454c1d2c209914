import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A network between a test and its database. */
export interface Proxy {
  /** The address of the database, behind the proxy. */
  connectionString: string;
  /** Passes on nothing more once a connection has sent this text. */
  fallSilentAt(text: string | undefined): void;
  /** Refuses every connection beyond this number; undefined admits all. */
  admit(limit: number | undefined): void;
  connectionCount(): number;
  /** How many connections were refused. */
  refusedCount(): number;
}

/** Starts a proxy before a database. It ends with the test. */
export async function startProxy(databaseUrl: string): Promise<Proxy> {
  const { hostname, port } = new URL(databaseUrl);
  let silentText: string | undefined;
  let connectionCount = 0;
  let refusedCount = 0;
  let limit: number | undefined;
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    if (limit !== undefined && connectionCount >= limit) {
      refusedCount += 1;
      client.on('error', () => {}).resetAndDestroy();
      return;
    }
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
  const admit = (most: number | undefined) => {
    limit = most;
  };
  return {
    connectionString: url.href,
    fallSilentAt,
    admit,
    connectionCount: () => connectionCount,
    refusedCount: () => refusedCount,
  };
}
