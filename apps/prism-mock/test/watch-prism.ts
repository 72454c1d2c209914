import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { onTestFinished } from 'vitest';

/** A Prism that a mock of this test started. */
interface WatchedPrism {
  pid: number;
  /** Resolves when its process has ended. */
  ended: Promise<unknown>;
}

/** Notices each Prism that is started with the environment. */
export interface PrismWatch {
  environment: { NODE_OPTIONS: string; PRISM_WATCH_PORT: string };
  next(): Promise<WatchedPrism>;
}

export async function watchPrism(): Promise<PrismWatch> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    environment: {
      NODE_OPTIONS: `--import ${new URL('report-prism.ts', import.meta.url)}`,
      PRISM_WATCH_PORT: String(port),
    },
    next: async () => {
      const [connection] = await once(server, 'connection');
      const ended = new Promise((resolve) => connection.once('error', () => {}).once('close', resolve));
      const [pid] = await once(connection, 'data');
      return { pid: Number(pid), ended };
    },
  };
}
