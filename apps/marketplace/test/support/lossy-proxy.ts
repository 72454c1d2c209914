import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A proxy in front of a PostgreSQL. */
export interface LossyProxy {
  databaseUrl: string;
  /** Breaks the connection of the n-th `commit` from now after the commit, before its answer. */
  loseCommit(n: number): void;
  /** Whether that has happened. */
  hasLost(): boolean;
}

export async function startLossyProxy(databaseUrl: string): Promise<LossyProxy> {
  const { hostname, port } = new URL(databaseUrl);
  let commitsToLose = 0;
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname);
    let isAnswerLost = false;
    client.on('data', (data) => {
      if (commitsToLose > 0 && data.includes('commit')) {
        commitsToLose -= 1;
        isAnswerLost = commitsToLose === 0;
      }
      server.write(data);
    });
    server.on('data', (data) => (isAnswerLost ? client.destroy() : client.write(data)));
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket
        .on('error', () => {})
        .on('close', () => {
          client.destroy();
          server.destroy();
        });
    }
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  const url = new URL(databaseUrl);
  url.port = String((proxy.address() as AddressInfo).port);
  return {
    databaseUrl: url.href,
    loseCommit(n) {
      commitsToLose = n;
    },
    hasLost: () => commitsToLose === 0,
  };
}
