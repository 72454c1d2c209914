import { createControl } from '@escrow-kit/sandbox-control';
import { isSoak } from '@escrow-kit/suite';
import { createDatabase } from '@escrow-kit/suite/postgres';
import pg from 'pg';
import { beforeAll } from 'vitest';
import { findTenant, type Tenant } from '../../src/domain/tenants/tenant.ts';
import type { Sandbox, SandboxOptions } from '../../src/sandbox.ts';
import type { ServerContext } from '../../src/server/server-context.ts';
import { startService } from '../../src/start-service.ts';
import { postgresSchema } from '../../src/storage/open-postgres.ts';
import type { StorageOptions } from '../../src/storage/storage-options.ts';
import { tenantTableNames } from '../../src/storage/tables.ts';
import { quickFetch } from './quick-fetch.ts';

/** A running sandbox with its inner parts. */
export interface StartedService {
  sandbox: Sandbox;
  service: ServerContext;
}

/** A sandbox on an empty store, with its inner parts, which runs during the tests of the enclosing block. */
export function startedService(store: Store, options: SandboxOptions = {}): () => StartedService {
  let started: StartedService;
  beforeAll(async () => {
    const storage = await createStore(store);
    const { service, sandbox } = await startService({ ...storage, validateResponses: true, ...options });
    const control = createControl(sandbox.url, { controlToken: options.controlToken, fetch: quickFetch });
    started = { service, sandbox: { ...sandbox, control } };
    return async () => {
      await started.sandbox.close();
      await giveBackStore(storage);
    };
  });
  return () => started;
}

/** The present default tenant. */
export async function defaultTenant({ db }: Pick<ServerContext, 'db'>): Promise<Tenant> {
  const tenant = await findTenant(db, 'default');
  if (!tenant) throw new Error('There is no default tenant.');
  return tenant;
}

/** A sandbox on an empty store, started before the tests of the enclosing block and closed after them. */
export function startedSandbox(store: Store, options: SandboxOptions = {}): () => Sandbox {
  const started = startedService(store, options);
  return () => started().sandbox;
}

/** A sandbox used through a new tenant, created for a test. */
export async function createTenantSandbox(sandbox: Sandbox, id?: string): Promise<Sandbox> {
  return { ...sandbox, ...(await sandbox.control.createTenant(id)) };
}

/** For tests of what the store decides: queries, transactions, what happens at once, leases. */
export const stores = ['SQLite', 'PostgreSQL'] as const;
export type Store = (typeof stores)[number];

/**
 * For tests of what hardly depends on the store, as the pages of the checkout: SQLite, and in `pnpm soak` both. Where a file tests
 * both kinds, what the store decides comes first. The contract tests get each kind of answer of each operation from PostgreSQL, too.
 */
export const sqliteOrBoth: readonly Store[] = isSoak ? stores : ['SQLite'];

/** Databases with empty tables, and connections that empty them. Creating one takes ten times as long as emptying one. */
const emptyDatabases: string[] = [];
const cleaners = new Map<string, pg.Pool>();

/** The options of an empty store: SQLite in memory, or a PostgreSQL database that nobody else uses. */
export async function createStore(store: Store): Promise<StorageOptions> {
  if (store === 'SQLite') return {};
  return { databaseUrl: emptyDatabases.pop() ?? (await createDatabase()) };
}

/** Empties the stores of closed sandboxes, for reuse in this worker. */
export async function giveBackStore({ databaseUrl }: StorageOptions): Promise<void> {
  if (databaseUrl === undefined) return;
  const cleaner = cleaners.get(databaseUrl) ?? openCleaner(databaseUrl);
  cleaners.set(databaseUrl, cleaner);
  await cleaner.query(
    [...tenantTableNames, 'tenants'].map((table) => `delete from ${postgresSchema}."${table}"`).join(';'),
  );
  emptyDatabases.push(databaseUrl);
}

/** Open until the worker ends. */
function openCleaner(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  pool.on('error', () => {});
  return pool;
}
