import { randomUUID } from 'node:crypto';
import { createDatabase } from '@escrow-kit/suite/postgres';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { postgresSchema } from '../../src/storage/open-postgres.ts';

/** The PostgreSQL database of a shop, with its own table `users`. */
export interface ShopDatabase {
  url: string;
  /** Runs statements as the server's administrator. */
  query(sql: string): Promise<Record<string, unknown>[]>;
  /** Creates a user without privileges of its own, and returns its name and the database's address for it. */
  createUser(): Promise<{ name: string; url: string }>;
  /** Everything in the database outside the sandbox's schema, including the rows of the shop. */
  describe(): Promise<unknown>;
  hasSandboxSchema(): Promise<boolean>;
}

/** Creates it for one test. */
export async function createShopDatabase(): Promise<ShopDatabase> {
  const url = await createDatabase();
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  const query = async (sql: string) => (await client.query(sql)).rows;
  await query(`create table users (id bigint primary key, name text not null); insert into users values (1, 'Sara')`);
  return {
    url,
    query,
    createUser: () => createUser(url, query),
    describe: async () => [await query(catalog), await query('select * from public.users')],
    hasSandboxSchema: async () => (await query(sandboxSchema)).length > 0,
  };
}

const sandboxSchema = `select from pg_namespace where nspname = '${postgresSchema}'`;

/** Everything that has a place in a schema, with its rights, and the settings of the database. */
const catalog = `
  with kinds (kind, id, name, schema, details) as (
    select 'relation', oid, relname, relnamespace, concat_ws(' ', relkind, relowner, relacl) from pg_class
    union all select 'column', attrelid, attname, relnamespace, concat_ws(' ', atttypid, attnotnull, attacl)
      from pg_attribute join pg_class on pg_class.oid = attrelid
    union all select 'type', oid, typname, typnamespace, typowner::text from pg_type
    union all select 'function', oid, proname, pronamespace, proowner::text from pg_proc
    union all select 'constraint', oid, conname, connamespace, pg_get_constraintdef(oid) from pg_constraint
    union all select 'schema', oid, nspname, oid, concat_ws(' ', nspowner, nspacl) from pg_namespace
    union all select 'setting', setrole, setconfig::text, 'public'::regnamespace, setdatabase::text
      from pg_db_role_setting join pg_database on pg_database.oid = setdatabase where datname = current_database()
  )
  select kinds.* from kinds join pg_namespace on pg_namespace.oid = schema
  where nspname !~ '^pg_' and nspname not in ('information_schema', '${postgresSchema}')
  order by kind, id, name`;

async function createUser(databaseUrl: string, query: ShopDatabase['query']): Promise<{ name: string; url: string }> {
  const name = `user_${randomUUID().replaceAll('-', '')}`;
  await query(`create role ${name} login password 'canary'`);
  const url = new URL(databaseUrl);
  url.username = name;
  url.password = 'canary';
  return { name, url: url.href };
}
