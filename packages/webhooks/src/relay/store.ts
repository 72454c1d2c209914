import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandLineError } from '@escrow-kit/shared/command-line';
import { WebhookError } from '../errors.ts';
import type { Inbox } from '../inbox/inbox.ts';

/** The store of events: a folder with a SQLite file, or a schema in PostgreSQL. */
export type StoreOptions = { folder: string } | { databaseUrl: string; schema: string };

/** The flag that sets each option of the receiver or the inbox. */
const flags: Readonly<Record<string, string>> = {
  path: '--store',
  connection: '--database-url',
  schema: '--schema',
  statuses: '--status-name',
  allowedAddresses: '--allow-address',
};

/** The message of a configuration error, which begins with an option, with the flag that sets it. */
export const withFlag = (message: string): string => message.replace(/^\w+(?=:)/, (name) => flags[name] ?? name);

const fileIn = (folder: string): string => join(folder, 'relay.db');

/**
 * Opens the store of a relay.
 * @param mustExist Whether a missing one is an error, instead of created.
 * @throws CommandLineError that names the option if the store cannot be used.
 */
export async function openStore(
  store: StoreOptions,
  { now = () => new Date(), mustExist = false } = {},
): Promise<Inbox> {
  let inbox: Inbox | undefined;
  try {
    if (mustExist && !(await exists(store))) throw new WebhookError('inbox', 'no relay has stored events there.');
    inbox = await connect(store, now);
    await inbox.ready();
    return inbox;
  } catch (error) {
    await inbox?.close();
    const { code, message } = error as Error & { code?: string };
    // The address of a database is not quoted, because it may hold a password.
    const [option, remedy] =
      'folder' in store
        ? [`--store ${store.folder}`, 'Choose a folder that this user can write.']
        : ['--database-url', 'Start PostgreSQL, or correct the address. It needs the package pg.'];
    const reason = error instanceof WebhookError ? message : `it cannot be used (${code ?? message}). ${remedy}`;
    throw new CommandLineError(code === 'configuration' ? withFlag(message) : `${option}: ${reason}`, { cause: error });
  }
}

/** Loads what the store needs, `node:sqlite` or pg, and nothing else. */
async function connect(store: StoreOptions, now: () => Date): Promise<Inbox> {
  if ('folder' in store) {
    const { createSqliteInbox } = await import('../inbox/sqlite.ts');
    await mkdir(store.folder, { recursive: true, mode: 0o700 });
    return createSqliteInbox({ path: fileIn(store.folder), now }) as Inbox;
  }
  const { createPostgresInbox } = await import('../inbox/postgres.ts');
  return createPostgresInbox({ connection: store.databaseUrl, schema: store.schema, now }) as Inbox;
}

async function exists(store: StoreOptions): Promise<boolean> {
  if ('folder' in store) return existsSync(fileIn(store.folder));
  const { createPostgresPool } = await import('../inbox/postgres.ts');
  const pool = createPostgresPool(store.databaseUrl);
  const found = pool.query('select from pg_namespace where nspname = $1', [store.schema]);
  return (await found.finally(() => pool.end())).rowCount === 1;
}
