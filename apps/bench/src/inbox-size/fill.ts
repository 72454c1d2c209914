import { DatabaseSync } from 'node:sqlite';
import { createPostgresInbox } from '@escrow-kit/webhooks/postgres';
import { createSqliteInbox } from '@escrow-kit/webhooks/sqlite';
import pg from 'pg';

/** What a store holds at first, besides three dead events. */
export interface Filling {
  /** Done events, three to a milestone, which arrived in equal distances over the last 30 days. */
  done: number;
  /** Milestones whose one event waits: since the last hour if it is due, else for its next attempt in 1 to 9 hours. */
  waiting: number;
  isDue: boolean;
}

const dead = 3;
const hourInMs = 3_600_000;
export const doneSinceInMs: number = 30 * 24 * hourInMs;

/** SQL of one database. A milestone's id begins with 8 random-looking digits, as those of the service do. */
interface Syntax {
  events: string;
  queue: { table: string; others: string };
  /** The numbers from 1 to a count, as the column `i` of the table `numbers`. */
  numbers: (count: number) => string;
  milestone: (number: string) => string;
  orderingKey: (milestone: string) => string;
  bytes: (text: string) => string;
}

const sqlite: Syntax = {
  events: 'webhook_events',
  queue: { table: 'webhook_queue (ordering_key, due_at, seq)', others: ', seq' },
  numbers: (count) => `with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${count})`,
  milestone: (number) => `printf('%08x%08x', (${number} * 2654435761) & 4294967295, ${number})`,
  orderingKey: (milestone) => `'"' || ${milestone} || '"'`,
  bytes: (text) => `cast(${text} as blob)`,
};

const postgres: Syntax = {
  events: 'escrow_webhooks.events',
  queue: { table: 'escrow_webhooks.queue (ordering_key, due_at)', others: '' },
  numbers: (count) => `with numbers as (select generate_series(1, ${count}::bigint) as i)`,
  milestone: (number) =>
    `lpad(to_hex((${number} * 2654435761) & 4294967295), 8, '0') || lpad(to_hex(${number}), 8, '0')`,
  orderingKey: (milestone) => `encode(sha256((${milestone})::bytea), 'hex')`,
  bytes: (text) => `convert_to(${text}, 'UTF8')`,
};

interface Rows {
  count: number;
  /** The first letter of the milestones. */
  prefix: string;
  /** SQL for the number of the milestone of row `i`, and for the event's place among the milestone's: 0 to 2. */
  milestone: string;
  place: string;
  status: string;
  attempts: number;
  /** SQL for milliseconds since 1970. */
  arrivedAt: string;
  retryAt?: string;
}

/** The statements that fill an empty store. */
function fillStatements(syntax: Syntax, { done, waiting, isDue }: Filling): string[] {
  const now = Date.now();
  const first = { milestone: 'i', place: '0' };
  const doneRows: Rows = {
    count: done,
    prefix: 'd',
    milestone: '(i / 3)',
    place: '(i % 3)',
    status: 'done',
    attempts: 1,
    arrivedAt: `${now - doneSinceInMs} + i * ${doneSinceInMs} / ${done}`,
  };
  const deadRows: Rows = { ...first, count: dead, prefix: 'x', status: 'dead', attempts: 20, arrivedAt: `${now}` };
  const waitingRows: Rows = {
    ...first,
    count: waiting,
    prefix: 'w',
    status: 'pending',
    attempts: isDue ? 0 : 3,
    arrivedAt: `${now - hourInMs} + i * ${hourInMs} / ${waiting}`,
    ...(!isDue && { retryAt: `${now + hourInMs} + (i * 7919 % ${8 * hourInMs})` }),
  };
  const { queue, events } = syntax;
  return [
    ...[doneRows, deadRows, waitingRows].filter(({ count }) => count > 0).map((rows) => insertRows(syntax, rows)),
    `insert into ${queue.table}
      select ordering_key, coalesce(retry_at, received_at)${queue.others}
      from ${events} where status = 'pending'`,
  ];
}

function insertRows(syntax: Syntax, { count, prefix, milestone, place, status, attempts, arrivedAt, retryAt }: Rows) {
  const { events, numbers, orderingKey, bytes } = syntax;
  const id = `'${prefix}' || ${syntax.milestone(milestone)}`;
  const name = `case ${place} when 0 then 'PAID' when 1 then 'CASHOUT_IN_PROGRESS' else 'COMPLETED' end`;
  const body = `'{"status":"' || ${name} || '","contractId":"' || ${id} || '","referenceId":"reference-' || i || '"}'`;
  return `
    insert into ${events} (key, ordering_key, rank, raw_body, received_at, status, attempts, retry_at, handled_at)
    ${numbers(count)}
    select '["' || ${id} || '","' || ${name} || '","reference-' || i || '"]', ${orderingKey(id)}, ${place}, ${bytes(body)},
      ${arrivedAt}, '${status}', ${attempts}, ${retryAt ?? 'null'}, ${status === 'done' ? arrivedAt : 'null'}
    from numbers`;
}

/** Creates and fills a SQLite inbox. Its indexes are created at the end, which is faster. */
export async function fillSqlite(path: string, filling: Filling): Promise<void> {
  await createSqliteInbox({ path }).close();
  const database = new DatabaseSync(path);
  database.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -2000000');
  const indexes = database
    .prepare(`select name, sql from sqlite_schema where type = 'index' and tbl_name = 'webhook_events' and sql <> ''`)
    .all() as { name: string; sql: string }[];
  for (const { name } of indexes) database.exec(`drop index ${name}`);
  for (const statement of fillStatements(sqlite, filling)) database.exec(statement);
  for (const { sql } of indexes) database.exec(sql);
  database.close();
}

/** Creates and fills a PostgreSQL inbox. Its indexes are created at the end, which is faster. */
export async function fillPostgres(connection: string, filling: Filling): Promise<void> {
  const inbox = createPostgresInbox({ connection });
  await inbox.ready();
  await inbox.close();
  const client = new pg.Client({ connectionString: connection });
  await client.connect();
  await client.query(`set synchronous_commit = off; set maintenance_work_mem = '1GB'`);
  const { rows: indexes } = await client.query<{ name: string; sql: string }>(`
    select indexname as name, indexdef as sql from pg_indexes
    where schemaname = 'escrow_webhooks' and tablename = 'events' and indexdef not like 'CREATE UNIQUE %'`);
  for (const { name } of indexes) await client.query(`drop index escrow_webhooks.${name}`);
  for (const statement of fillStatements(postgres, filling)) await client.query(statement);
  for (const { sql } of indexes) await client.query(sql);
  await client.query('vacuum analyze');
  await client.query('checkpoint');
  await client.end();
}
