/** All statements of the PostgreSQL journal. */
export interface JournalSql {
  create: string;
  find: string;
  findPending: string;
  /** The next rows after a key, in the order of keys. */
  findPage: string;
  insert: string;
  update: string;
  /** Removes a list of keys. */
  remove: string;
}

/** Creates the statements for one table. The names are inserted unquoted. */
export function journalSql(schema: string, table: string): JournalSql {
  const name = `${schema}.${table}`;
  return {
    // One statement and so one transaction: if several processes create the table at once, the others wait. If it exists, the user
    // needs no right to create.
    create: `do $$ begin
      if to_regclass('${name}') is null then
        perform pg_advisory_xact_lock(hashtextextended('${name}', 0));
        if to_regnamespace('${schema}') is null then create schema ${schema}; end if;
        create table if not exists ${name} (
          key text primary key, revision integer not null, is_pending boolean not null, entry text not null
        );
        create index if not exists ${table}_pending on ${name} (key) where is_pending;
      end if;
    end $$`,
    find: `select entry from ${name} where key = $1`,
    findPending: `select key, entry from ${name} where is_pending`,
    findPage: `select key, entry from ${name} where $1::text is null or key > $1 order by key limit $2`,
    insert: `insert into ${name} (key, revision, is_pending, entry) values ($1, $2, $3, $4) on conflict (key) do nothing`,
    update: `update ${name} set revision = $2, is_pending = $3, entry = $4 where key = $1 and revision = $2 - 1`,
    remove: `delete from ${name} where key = any($1::text[])`,
  };
}
