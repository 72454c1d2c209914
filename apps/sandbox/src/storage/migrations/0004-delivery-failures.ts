import type { Kysely } from 'kysely';

/** Stores the kind of a delivery failure, besides its text. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('deliveryAttempts').addColumn('failure', 'text').execute();
}
