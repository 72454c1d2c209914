/** Every statement of the journal in PostgreSQL. */
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

/** The statements on one table. The names stand in them as they are. */
export function journalSql(schema: string, table: string): JournalSql {
  const name = `${schema}.${table}`;
  return {
    // One statement, so one transaction: of several processes that create it at once the others wait. Where it is there
    // already no right to create is needed.
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
