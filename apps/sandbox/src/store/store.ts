import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { type NewRow, ownTables, type Row, type Table, type TableName, tenantTables } from './tables.ts';

/** The values of a statement, by the names that stand in it with a `$`. */
type Values = Record<string, SQLInputValue>;

/** Columns and the values that a row has to have in them. Null finds null. */
type Where<Name extends TableName> = Partial<Row<Name>>;

/** Columns to set. What is left out or undefined stays as it is. */
type Change<Name extends TableName> = { [Column in keyof Row<Name>]?: Row<Name>[Column] | undefined };

/**
 * The store of a sandbox: one SQLite database, in memory or in a file that only this process uses.
 *
 * Every call is done when it returns. So what runs without an `await` in between is of one moment, and {@link transaction} is for
 * changes that belong together: all are kept or none.
 */
export class Store {
  /** The id of the data. */
  readonly instance: string;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #checkpoint: NodeJS.Timeout;

  private constructor(database: DatabaseSync) {
    this.#database = database;
    this.#checkpoint = setTimeout(() => this.#moveLogIntoFile(), quietInMs).unref();
    this.instance = migrate(this);
  }

  /**
   * Opens the store, in memory without a folder, and creates its tables if they are missing. Throws the error of SQLite or the system,
   * or a {@link StoreError} if the place holds something else.
   */
  static async open(folder?: string): Promise<Store> {
    const database = new DatabaseSync(folder === undefined ? ':memory:' : await privateFile(folder));
    try {
      // SQLite holds the lock until the process ends.
      database.exec('pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = normal');
      database.exec(`pragma wal_autocheckpoint = ${pagesBeforeForcedCheckpoint}`);
      return new Store(database);
    } catch (error) {
      database.close();
      throw error;
    }
  }

  /** The first row that a statement reads. */
  get<Result>(sql: string, values: Values = {}): Result | undefined {
    return this.#prepare(sql).get(values) as Result | undefined;
  }

  /** Every row that a statement reads. */
  all<Result>(sql: string, values: Values = {}): Result[] {
    return this.#prepare(sql).all(values) as Result[];
  }

  /** Runs a statement and returns the number of rows that it changed. */
  run(sql: string, values: Values = {}): number {
    return Number(this.#prepare(sql).run(values).changes);
  }

  /** Finds a row. */
  find<Name extends TableName>(table: Name, where: Where<Name>): Row<Name> | undefined {
    return this.#prepare(`select * from ${table}${condition(where)}`).get(...valuesOf(where)) as Row<Name> | undefined;
  }

  /** Lists rows. `orderBy` is SQL, such as `createdAt, id desc`. Default: in any order. */
  list<Name extends TableName>(table: Name, where: Where<Name>, orderBy?: string): Row<Name>[] {
    const order = orderBy === undefined ? '' : ` order by ${orderBy}`;
    return this.#prepare(`select * from ${table}${condition(where)}${order}`).all(...valuesOf(where)) as Row<Name>[];
  }

  /** Counts rows. */
  count<Name extends TableName>(table: Name, where: Where<Name>): number {
    const row = this.#prepare(`select count(*) as count from ${table}${condition(where)}`).get(...valuesOf(where));
    return Number(row?.['count']);
  }

  /** Adds a row. Throws SQLite's error if its key is taken. */
  insert<Name extends TableName>(table: Name, row: NewRow<Name>): void {
    const given = defined(row);
    const places = Object.keys(given).fill('?').join(', ');
    const sql = `insert into ${table} (${Object.keys(given).join(', ')}) values (${places})`;
    this.#prepare(sql).run(...valuesOf(given));
  }

  /** Changes rows and returns their number. */
  update<Name extends TableName>(table: Name, where: Where<Name>, change: Change<Name>): number {
    const given = defined(change);
    const columns = Object.keys(given).map((column) => `${column} = ?`);
    if (columns.length === 0) return 0;
    const statement = this.#prepare(`update ${table} set ${columns.join(', ')}${condition(where)}`);
    return Number(statement.run(...valuesOf(given), ...valuesOf(where)).changes);
  }

  /** Removes rows and returns their number. */
  delete<Name extends TableName>(table: Name, where: Where<Name>): number {
    return Number(this.#prepare(`delete from ${table}${condition(where)}`).run(...valuesOf(where)).changes);
  }

  /** Commits what the function changes, or nothing if it throws. Inside another transaction it is a part of that one. Takes no promise. */
  transaction<Result>(change: () => Result extends Promise<unknown> ? never : Result): Result {
    if (this.#database.isTransaction) return change();
    this.#prepare('begin immediate').run();
    try {
      const result = change();
      this.#prepare('commit').run();
      return result;
    } catch (error) {
      // Without space SQLite has already rolled back.
      if (this.#database.isTransaction) this.#prepare('rollback').run();
      throw error;
    }
  }

  /** May be called once. */
  close(): void {
    clearTimeout(this.#checkpoint);
    this.#database.close();
  }

  #prepare(sql: string): StatementSync {
    this.#checkpoint.refresh();
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  /** SQLite would do that within a commit, which then waits for the disk: up to seconds if others write to it. */
  #moveLogIntoFile(): void {
    try {
      this.#database.exec('pragma wal_checkpoint(passive)');
    } catch {
      // Without space. A write reports it, and a later quiet moment does it.
    }
  }
}

/** How long the store is idle before its log is moved into the file. */
const quietInMs = 100;

/** How many pages of 4 KB the log may hold before a commit has to move them. Usually a quiet moment comes earlier. */
const pagesBeforeForcedCheckpoint = 16_000;

async function privateFile(folder: string): Promise<string> {
  // Loaded on use, because the store in memory starts without it.
  const { keepPrivate } = await import('@escrow-kit/shared/sqlite');
  return keepPrivate(join(folder, 'sandbox.sqlite'));
}

/**
 * The statements that bring the tables of each released version to the next one. A release that changes the tables adds a list at the
 * end, and never changes one that was released.
 */
const migrations: string[][] = [
  [
    'alter table requests add column warningsJson text',
    'create index ticketsBytenantIdshortId on tickets (tenantId, shortId)',
  ],
];

/** Creates the tables, or brings them to the version of this release, all or none. Returns the id of the data. */
function migrate(store: Store): string {
  const version = 1 + migrations.length;
  return store.transaction(() => {
    const tables = store.all<{ name: string }>("select name from sqlite_master where type = 'table'");
    if (tables.length === 0) return createTables(store, version);
    if (!tables.some(({ name }) => name === 'sandboxStores')) throw new StoreError('store_not_ours');
    const [data] = store.list('sandboxStores', {});
    if (!data || data.version > version) throw new StoreError('store_newer');
    for (const sql of migrations.slice(data.version - 1).flat()) store.run(sql);
    store.update('sandboxStores', {}, { version });
    return data.id;
  });
}

function createTables(store: Store, version: number): string {
  const statements = [
    ...Object.entries<Table>(ownTables).flatMap(([name, table]) => createStatements(name, table)),
    ...Object.entries<Table>(tenantTables).flatMap(([name, table]) => createStatements(name, withTenant(table))),
  ];
  for (const sql of statements) store.run(sql);
  const id = randomUUID();
  store.insert('sandboxStores', { id, version });
  return id;
}

/** The statements that create a table and its indexes. */
function createStatements(name: string, { columns, key = ['id'], unique, indexes = [] }: Table): string[] {
  const definitions = Object.entries(columns).map(
    ([column, { type, isNullable }]) => `${column} ${type}${isNullable ? '' : ' not null'}`,
  );
  const constraints = [`primary key (${key.join(', ')})`, ...(unique ? [`unique (${unique.join(', ')})`] : [])];
  return [
    `create table ${name} (${[...definitions, ...constraints].join(', ')})`,
    ...indexes.map((index) => {
      const { columns: indexed, where } = 'where' in index ? index : { columns: index, where: undefined };
      const condition = where === undefined ? '' : ` where ${where}`;
      return `create index ${name}By${indexed.join('')} on ${name} (${indexed.join(', ')})${condition}`;
    }),
  ];
}

/** Adds the tenant to a table, its key, its uniques and its indexes. */
function withTenant({ columns, key = ['id'], isKeyGlobal, unique, indexes = [] }: Table): Table {
  const tenantId = 'tenantId';
  return {
    columns: { [tenantId]: { type: 'text', isNullable: false }, ...columns },
    key: isKeyGlobal ? key : [tenantId, ...key],
    ...(unique && { unique: [tenantId, ...unique] }),
    indexes: indexes.map((index) =>
      'where' in index ? { ...index, columns: [tenantId, ...index.columns] } : [tenantId, ...index],
    ),
  };
}

/** The end of a statement: rows that have these values. */
function condition(where: object): string {
  const conditions = Object.keys(where).map((column) => `${column} is ?`);
  return conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '';
}

function defined(values: object): Record<string, SQLInputValue> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function valuesOf(values: object): SQLInputValue[] {
  return Object.values(values) as SQLInputValue[];
}

/** A list of values for a statement that has `in (select value from json_each($name))`. */
export function listOf(values: readonly (string | number)[]): string {
  return JSON.stringify(values);
}

/** A pattern for `like … escape '\'` that finds what contains the text. It ignores the case of ASCII letters. */
export function patternOf(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/** SQLite's extended result codes for a primary key and another key. */
const uniqueViolations: unknown[] = [1555, 2067];

/** Whether the store refused a second row with a unique key. */
export function isUniqueViolation(error: unknown): boolean {
  return uniqueViolations.includes((error as { errcode?: unknown }).errcode);
}

/** `SQLITE_FULL`, which is the lower byte of its result code. */
const sqliteFull = 13;

/** Whether a write failed because the store has no space left. */
export function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { errcode } = error as { errcode?: unknown };
  return typeof errcode === 'number' && (errcode & 0xff) === sqliteFull;
}

/**
 * Why a store cannot be used. `store_not_ours`: the place holds something else. `store_newer`: a newer version of the sandbox has
 * written it.
 */
type StoreErrorCode = 'store_not_ours' | 'store_newer';

/** The tables could not be created. Nothing was changed. */
class StoreError extends Error {
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode) {
    super(`The store cannot be used: ${code}.`);
    this.name = 'StoreError';
    this.code = code;
  }
}
