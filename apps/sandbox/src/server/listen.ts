import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A listening server. */
export interface ListeningServer {
  /** Without a trailing slash. */
  url: string;
  /** Accepts no new request, and waits for those in progress; after two seconds it closes their connections. */
  close(): Promise<void>;
}

/**
 * How long a connection waits for its next request: longer than clients do, so that the server does not close it just when a
 * client uses it again.
 */
const keepAliveTimeoutInMs = 65_000;
const closeLimitInMs = 2000;
/** How often `close` looks for connections whose last answer has gone out. */
const closeIntervalInMs = 10;

/** Listens on a port; 0 selects a free port. Throws the system's error if that fails. */
export async function listen(
  listener: RequestListener,
  { port, host }: { port: number; host: string },
): Promise<ListeningServer> {
  const server = createServer({ keepAliveTimeout: keepAliveTimeoutInMs }, listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return { url: urlOf(server), close: () => close(server) };
}

function urlOf(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

async function close(server: Server): Promise<void> {
  const interval = setInterval(() => server.closeIdleConnections(), closeIntervalInMs);
  const limit = setTimeout(() => server.closeAllConnections(), closeLimitInMs);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearInterval(interval);
  clearTimeout(limit);
  // A timer fires only after the handlers of requests have learned that their connection is closed.
  await pause(1);
}
