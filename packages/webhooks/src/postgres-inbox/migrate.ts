import type { ClientBase, Pool } from 'pg';
import { createMigrationsTable, migrationsFrom, selectVersion } from '../sql-inbox/schema.ts';
import { createDialect } from './postgres-statements.ts';

/** Creates or updates the schema of the inbox. If several processes start at once, one of them does it. */
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
    // Closing the connection ends the lock and a failed migration.
    client.release(!isDone);
  }
}

async function migrateLocked(client: ClientBase, schema: string): Promise<void> {
  const dialect = createDialect(schema);
  // PostgreSQL requires the right to create a schema or table even if it exists, so look first.
  if (!(await exists(client, 'to_regnamespace', schema))) await client.query(`create schema ${schema}`);
  if (!(await exists(client, 'to_regclass', dialect.tables.migrations))) {
    await client.query(createMigrationsTable(dialect));
  }
  const { rows } = await client.query<{ version: number }>(selectVersion(dialect));
  for (const migration of migrationsFrom(Number(rows[0]?.version), dialect, `schema: ${schema}`)) {
    await client.query('begin');
    await client.query(migration);
    await client.query('commit');
  }
}

async function exists(client: ClientBase, lookUp: 'to_regnamespace' | 'to_regclass', name: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(`select ${lookUp}($1) is not null as found`, [name]);
  return rows[0]?.found ?? false;
}
