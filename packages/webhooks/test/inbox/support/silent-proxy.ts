import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A proxy before a database. It passes nothing on any more once a connection has sent a given text. */
export async function startProxy(databaseUrl: string) {
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
