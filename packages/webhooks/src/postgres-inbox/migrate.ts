import type { ClientBase, Pool } from 'pg';
import { configurationError } from '../errors/configuration-error.ts';
import { migrationsOf } from './schema.ts';

/** Creates or updates the schema of the inbox. Of several processes that start at once one does it. */
export async function migrate(pool: Pool, schema: string): Promise<void> {
  const client = await pool.connect();
  const lock = `hashtextextended('${schema} migrations', 0)`;
  let isDone = false;
  try {
    await client.query(`select pg_advisory_lock(${lock})`);
    await migrateLocked(client, schema);
    await client.query(`select pg_advisory_unlock(${lock})`);
    isDone = true;
  } finally {
    // With its connection the lock ends, and a migration that failed.
    client.release(!isDone);
  }
}

async function migrateLocked(client: ClientBase, schema: string): Promise<void> {
  const migrations = migrationsOf(schema);
  const version = await findVersion(client, schema);
  if (version > migrations.length) {
    throw configurationError(`schema: ${schema} was written by a newer version of this package: update the package.`);
  }
  for (const [index, migration] of migrations.slice(version).entries()) {
    await client.query('begin');
    // Where it exists, the right to create one is not needed, but PostgreSQL asks for it all the same.
    if (!(await hasSchema(client, schema))) await client.query(`create schema ${schema}`);
    await client.query(`create table if not exists ${schema}.migrations (version integer primary key)`);
    await client.query(migration);
    await client.query(`insert into ${schema}.migrations (version) values ($1)`, [version + index + 1]);
    await client.query('commit');
  }
}

async function hasSchema(client: ClientBase, schema: string): Promise<boolean> {
  const { rows } = await client.query('select to_regnamespace($1) is not null as exists', [schema]);
  return rows[0]?.exists;
}

async function findVersion(client: ClientBase, schema: string): Promise<number> {
  const { rows } = await client.query('select to_regclass($1) is not null as exists', [`${schema}.migrations`]);
  if (!rows[0]?.exists) return 0;
  const found = await client.query(`select coalesce(max(version), 0) as version from ${schema}.migrations`);
  return Number(found.rows[0]?.version);
}
