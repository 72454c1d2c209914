import type { ClientBase, Pool } from 'pg';
import { configurationError } from '../errors/configuration-error.ts';
import { migrationsOf } from './schema.ts';

/** Creates or updates the schema of the inbox. Of several processes that start at once one does it. */
export async function migrate(pool: Pool, schema: string): Promise<void> {
  const client = await pool.connect();
  try {
    const lock = `hashtextextended('${schema} migrations', 0)`;
    await client.query(`select pg_advisory_lock(${lock})`);
    try {
      await migrateLocked(client, schema);
    } finally {
      await client.query(`select pg_advisory_unlock(${lock})`);
    }
  } finally {
    client.release();
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
    await client.query(`create schema if not exists ${schema}`);
    await client.query(`create table if not exists ${schema}.migrations (version integer primary key)`);
    await client.query(migration);
    await client.query(`insert into ${schema}.migrations (version) values ($1)`, [version + index + 1]);
    await client.query('commit');
  }
}

async function findVersion(client: ClientBase, schema: string): Promise<number> {
  const { rows } = await client.query('select to_regclass($1) is not null as exists', [`${schema}.migrations`]);
  if (!rows[0]?.exists) return 0;
  const found = await client.query(`select coalesce(max(version), 0) as version from ${schema}.migrations`);
  return Number(found.rows[0]?.version);
}
