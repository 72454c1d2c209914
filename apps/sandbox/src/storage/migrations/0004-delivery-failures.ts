import type { Kysely } from 'kysely';

/** Keeps what kind of failure an attempt to deliver was, beside its words. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('deliveryAttempts').addColumn('failure', 'text').execute();
}
