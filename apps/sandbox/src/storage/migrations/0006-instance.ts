import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** Gives the data an id, by which a client notices that it calls a sandbox with other data than before. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('sandboxInstances')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .execute();
  await db.insertInto('sandboxInstances').values({ id: randomUUID() }).execute();
}
