import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder } from '@escrow-kit/shared/create-folder';
import { createPool } from '@escrow-kit/shared/postgres';
import { type Inbox, WebhookError } from '@escrow-kit/webhooks';
import { createPostgresInbox } from '@escrow-kit/webhooks/postgres';
import { createSqliteInbox } from '@escrow-kit/webhooks/sqlite';
import { RelayError } from '../errors/relay-error.ts';
import type { StoreOptions } from '../options/relay-options.ts';

/** The store of each target: an inbox of its own. */
export interface Stores {
  /** The names of the targets that have a store, whether they are configured or not. */
  targets(): Promise<string[]>;
  /** Opens the store of a target, and creates it if it is missing. */
  open(target: string): Promise<Inbox>;
}

/** Unlike that of other databases in the same folder. */
const fileEnding = '.relay.db';
const schemaPrefix = 'escrow_relay_';

/**
 * Opens the stores. Nothing is connected yet.
 * @throws RelayError that names the option, from the methods, if a store can't be used.
 */
export function openStores(options: StoreOptions, now: () => Date): Stores {
  const stores = 'folder' in options ? filesIn(options.folder, now) : schemasOf(options.databaseUrl, now);
  return {
    targets: () => stores.targets().catch((error) => fail(error, options)),
    open: (target) => stores.open(target).catch((error) => fail(error, options)),
  };
}

/** The address of a database is not quoted, because it may hold a password. */
function fail(error: unknown, options: StoreOptions): never {
  const [option, place, remedy] =
    'folder' in options
      ? (['--store', options.folder, 'Name a folder that this user may write.'] as const)
      : (['--database-url', 'the database', 'Start it, or correct the address.'] as const);
  const { code, message } = error as Error & { code?: string };
  const reason = error instanceof WebhookError ? message : `${place} can't be used (${code ?? message}). ${remedy}`;
  throw new RelayError(`${option}: ${reason}`, { cause: error });
}

function filesIn(folder: string, now: () => Date): Stores {
  return {
    targets: async () =>
      (existsSync(folder) ? readdirSync(folder) : [])
        .filter((file) => file.endsWith(fileEnding))
        .map((file) => file.slice(0, -fileEnding.length))
        .toSorted(),
    async open(target) {
      await createFolder(folder, { mode: 0o700 });
      return createSqliteInbox({ path: join(folder, `${target}${fileEnding}`), now }) as Inbox;
    },
  };
}

function schemasOf(connection: string, now: () => Date): Stores {
  return {
    async targets() {
      const pool = createPool({ connectionString: connection, max: 1 });
      try {
        const { rows } = await pool.query<{ name: string }>(
          'select nspname as name from pg_namespace where starts_with(nspname, $1) order by nspname',
          [schemaPrefix],
        );
        return rows.map(({ name }) => name.slice(schemaPrefix.length));
      } finally {
        await pool.end();
      }
    },
    async open(target) {
      const inbox = createPostgresInbox({ connection, schema: `${schemaPrefix}${target}`, now });
      await inbox.ready().catch(async (error) => {
        await inbox.close();
        throw error;
      });
      return inbox as Inbox;
    },
  };
}
