import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import * as tables from './migrations/0001-tables.ts';
import * as listIndexes from './migrations/0002-list-indexes.ts';
import * as otpTries from './migrations/0003-otp-tries.ts';
import * as deliveryFailures from './migrations/0004-delivery-failures.ts';

/** Append only: a released migration never changes. */
const migrations: Record<string, Migration> = {
  '0001-tables': tables,
  '0002-list-indexes': listIndexes,
  '0003-otp-tries': otpTries,
  '0004-delivery-failures': deliveryFailures,
};

/** Brings the tables up to date. Safe when several processes start at once: one migrates, the others wait. */
export async function migrate<T>(db: Kysely<T>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
