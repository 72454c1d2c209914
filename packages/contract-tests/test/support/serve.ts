import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A server that a test started. */
export interface TestServer {
  url: string;
  server: Server;
  close(): Promise<void>;
}

/** Starts a server on a free port of this machine. */
export async function startServer(listener: RequestListener): Promise<TestServer> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    server,
    close() {
      server.closeAllConnections();
      return server[Symbol.asyncDispose]();
    },
  };
}

/** The address of a server that ends with the test. */
export async function serve(listener: RequestListener): Promise<string> {
  const { url, close } = await startServer(listener);
  onTestFinished(close);
  return url;
}

/** One address for every host of a deployment. */
export const allHostsAt = (url: string) => ({ contract: url, auth: url, identity: url, users: url, legacy: url });
