import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { StoreError } from './errors.ts';
import { ownTables, type Table, type Tables, tenantTables } from './tables.ts';

/** The version of the tables. A release that changes them raises it, and brings the tables of earlier versions up to date. */
const version = 1;

/** Creates the tables if they are missing, all or none. Throws a {@link StoreError} if the place holds something else. */
export async function createTables(db: Kysely<Tables>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const found = await listTables(trx);
    if (found.includes('sandboxStores')) return checkVersion(trx);
    if (found.length > 0) throw new StoreError('store_not_ours');
    for (const [name, table] of Object.entries(ownTables)) await createTable(trx, name, table);
    for (const [name, table] of Object.entries<Table>(tenantTables)) await createTable(trx, name, ofTenant(table));
    await trx.insertInto('sandboxStores').values({ id: randomUUID(), version }).execute();
  });
}

async function listTables(trx: Transaction<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(trx);
  return rows.map(({ name }) => name);
}

async function checkVersion(trx: Transaction<Tables>): Promise<void> {
  const store = await trx.selectFrom('sandboxStores').select('version').executeTakeFirst();
  if (store?.version !== version) throw new StoreError('store_newer');
}

/** Adds the tenant to a table. */
function ofTenant({ columns, key = ['id'], isKeyGlobal, unique, indexes = [] }: Table): Table {
  const tenantId = 'tenantId';
  return {
    columns: { tenantId: { type: 'text', isNullable: false }, ...columns },
    key: isKeyGlobal ? key : [tenantId, ...key],
    ...(unique && { unique: [tenantId, ...unique] }),
    indexes: indexes.map((index) =>
      'where' in index ? { ...index, columns: [tenantId, ...index.columns] } : [tenantId, ...index],
    ),
  };
}

async function createTable(
  trx: Transaction<Tables>,
  name: string,
  { columns, key = ['id'], unique, indexes = [] }: Table,
): Promise<void> {
  let builder = trx.schema.createTable(name).addPrimaryKeyConstraint(`${name}Key`, key as never);
  for (const [column, { type, isNullable }] of Object.entries(columns)) {
    builder = builder.addColumn(column, type, (definition) => (isNullable ? definition : definition.notNull()));
  }
  if (unique) builder = builder.addUniqueConstraint(`${name}Unique`, unique as never);
  await builder.execute();
  for (const index of indexes) {
    const { columns: indexed, where } = 'where' in index ? index : { columns: index, where: undefined };
    const indexBuilder = trx.schema
      .createIndex(`${name}By${indexed.join('')}`)
      .on(name)
      .columns([...indexed]);
    await (where === undefined ? indexBuilder : indexBuilder.where(sql<boolean>`${sql.raw(where)}`)).execute();
  }
}
