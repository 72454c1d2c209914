import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { runServer } from 'verdaccio';

/** A registry on this machine that has only the packages published to it. */
export interface LocalRegistry {
  /** With a trailing slash. */
  url: string;
  close(): Promise<void>;
}

/** Starts a registry on a free port that stores its packages in the folder and lets everyone publish. */
export async function startLocalRegistry(folder: string): Promise<LocalRegistry> {
  const server = await runServer({
    // Relative paths are relative to the configuration file.
    configPath: join(folder, 'config.yaml'),
    storage: join(folder, 'storage'),
    auth: { htpasswd: { file: join(folder, 'htpasswd') } },
    uplinks: {},
    packages: { '**': { access: ['$all'], publish: ['$all'] } },
    web: { enable: false },
    log: { type: 'stdout', format: 'pretty', level: 'error' },
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
