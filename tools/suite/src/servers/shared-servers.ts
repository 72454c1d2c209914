import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ServerName = 'postgres' | 'browser';

/** A server for tests, which they release when they are done. */
export interface UsedServer {
  address: string;
  release(): Promise<void>;
}

// Each module is imported on demand, so a package that uses one does not wait for the other.
const starters: Record<ServerName, () => Promise<UsedServer>> = {
  postgres: async () => {
    const { startPostgres } = await import('@escrow-kit/postgres');
    const { url, stop } = await startPostgres();
    return { address: url, release: stop };
  },
  browser: async () => {
    const { startBrowser } = await import('@escrow-kit/browser');
    const { endpoint, stop } = await startBrowser();
    return { address: endpoint, release: stop };
  },
};

/** The variable with the address from which the packages of a run get their servers. Not part of a task's hash. */
export const sharedServersVariable = 'ESCROW_SHARED_SERVERS';

/** Gets the run's server of this name. A package that is tested alone starts its own. */
export async function useServer(name: ServerName): Promise<UsedServer> {
  const shared = process.env[sharedServersVariable];
  if (!shared) return starters[name]();
  const response = await fetch(`${shared}/${name}`);
  const text = await response.text();
  if (!response.ok) throw new Error(`The run could not start ${name}: ${text}`);
  return { address: text, release: async () => {} };
}

/** Servers for all packages of a run. Each starts when the first package asks for it, and runs until `close`. */
export interface SharedServers {
  /** The value of {@link sharedServersVariable}. */
  url: string;
  /** The servers that were started. */
  started(): ServerName[];
  close(): Promise<void>;
}

export async function shareServers(): Promise<SharedServers> {
  const running = new Map<ServerName, Promise<UsedServer>>();
  const start = async (name: ServerName): Promise<UsedServer> => starters[name]();
  const find = (name: ServerName): Promise<UsedServer> => {
    const server = running.get(name) ?? start(name);
    running.set(name, server);
    return server;
  };
  const front = createServer(({ url = '/' }, answer) => {
    const name = url.slice(1) as ServerName;
    find(name).then(
      ({ address }) => answer.end(address),
      (error: unknown) => answer.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    started: () => [...running.keys()],
    async close() {
      front.close();
      front.closeAllConnections();
      await Promise.allSettled([...running.values()].map(async (server) => (await server).release()));
    },
  };
}
