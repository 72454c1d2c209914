import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on this machine. */
export interface LocalServer {
  /** Without a trailing slash. */
  url: string;
  /** Ends it with its connections. */
  close(): Promise<void>;
}

/** Starts a server that only this machine reaches. Default: on a free port. */
export async function startLocalServer(listener: RequestListener, port = 0): Promise<LocalServer> {
  const server = createServer(listener).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      return server[Symbol.asyncDispose]();
    },
  };
}
