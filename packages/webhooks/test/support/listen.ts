import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo, Server as TcpServer } from 'node:net';
import type { AdapterServer } from './adapter-suite.ts';

/** Listens on a free port of this machine, and returns its address. */
export async function listenOn(server: TcpServer): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

export async function listen(server: Server): Promise<AdapterServer> {
  return {
    url: await listenOn(server),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
