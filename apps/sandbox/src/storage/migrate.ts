import type { Kysely, Transaction } from 'kysely';
import type { Migration } from 'kysely/migration';
import * as tables from './migrations/0001-tables.ts';
import * as listIndexes from './migrations/0002-list-indexes.ts';
import * as otpTries from './migrations/0003-otp-tries.ts';
import * as deliveryFailures from './migrations/0004-delivery-failures.ts';
import * as eventsOfPostings from './migrations/0005-events-of-postings.ts';
import * as instance from './migrations/0006-instance.ts';
import { StoreError } from './store-error.ts';
import type { Tables } from './tables.ts';

/** Append only: a released migration never changes. */
const migrations: Record<string, Migration> = {
  '0001-tables': tables,
  '0002-list-indexes': listIndexes,
  '0003-otp-tries': otpTries,
  '0004-delivery-failures': deliveryFailures,
  '0005-events-of-postings': eventsOfPostings,
  '0006-instance': instance,
};

/** The steps that differ between the two databases, within the transaction of the migration. */
export interface MigrationSteps {
  /** Creates the place for the tables if it is missing, and keeps other processes out until the transaction ends. */
  prepare(trx: Transaction<Tables>): Promise<void>;
  /** The names of the existing tables. */
  listTables(trx: Transaction<Tables>): Promise<string[]>;
}

/**
 * Brings the tables up to date, all or nothing. Safe when several processes start at once: one migrates, the others wait.
 * Throws a {@link StoreError}.
 */
export async function migrate(db: Kysely<Tables>, { prepare, listTables }: MigrationSteps): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await prepare(trx);
    const found = await listTables(trx);
    if (!found.includes('sandboxMigrations')) await createMigrationsTable(trx, found);
    await migrateToLatest(trx);
  });
}

async function createMigrationsTable(trx: Transaction<Tables>, found: string[]): Promise<void> {
  if (found.length > 0) throw new StoreError('store_not_ours');
  await trx.schema
    .createTable('sandboxMigrations')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .execute();
}

async function migrateToLatest(trx: Transaction<Tables>): Promise<void> {
  const rows = await trx.selectFrom('sandboxMigrations').select('name').execute();
  const done = rows.map(({ name }) => name);
  if (done.some((name) => !Object.hasOwn(migrations, name))) throw new StoreError('store_newer');
  for (const [name, { up }] of Object.entries(migrations)) {
    if (done.includes(name)) continue;
    await up(trx);
    await trx.insertInto('sandboxMigrations').values({ name }).execute();
  }
}
