import type { Kysely } from 'kysely';

/** Counts how often each one-time password was tried. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('otps')
    .addColumn('tries', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}
