import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { type Sandbox, startSandbox } from '@escrow-kit/sandbox';
import { completeEscrow } from './escrow.ts';
import { listen } from './started-service.ts';

/** The rows of an escrow in the store, without its users. */
const tables = [
  'contracts',
  'milestones',
  'parties',
  'ledgerEntries',
  'events',
  'deliveries',
  'deliveryAttempts',
  'requests',
];

/** The format of the sandbox's ids. */
const ids = /\b(contract|milestone|posting|entry|event|reference|delivery|attempt|request)_[0-9a-z]+/g;

type Row = Record<string, SQLInputValue>;

/** Creates a folder with a large embedded store: completes one escrow, and copies its rows until there are enough contracts. */
export async function createFullStore(contracts: number) {
  const folder = await mkdtemp(join(tmpdir(), 'escrow-dashboard-bench-'));
  await runOneEscrow(folder);
  const database = new DatabaseSync(join(folder, 'sandbox.sqlite'));
  database.exec('begin');
  for (const table of tables) copyRows(database, { table, times: contracts - 1 });
  database.exec('commit');
  const { count } = database.prepare('select count(*) as count from requests').get() as { count: number };
  database.close();
  return { folder, requests: count, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Completes an escrow, with delivered webhooks and one refused call. */
async function runOneEscrow(dataFolder: string): Promise<void> {
  const receiver = await listen((_request, response) => response.end('{"received":true}'));
  const sandbox = await startSandbox({ dataFolder, webhookUrl: `http://127.0.0.1:${receiver.port}` });
  await completeEscrow(sandbox);
  await makeRefusedCall(sandbox);
  await sandbox.control.drain();
  await sandbox.close();
  receiver.close();
}

/** Makes a refused call: the organization token can't create a contract. */
async function makeRefusedCall({ url, credentials }: Sandbox): Promise<void> {
  const headers = { authorization: `Bearer ${credentials.tokens.organization}`, 'content-type': 'application/json' };
  const { status } = await fetch(`${url}/api/external/contracts`, { method: 'POST', headers, body: '{}' });
  if (status !== 403) throw new Error(`The call should be refused with 403, but the answer was ${status}.`);
}

function copyRows(database: DatabaseSync, { table, times }: { table: string; times: number }): void {
  const rows = database.prepare(`select * from ${table}`).all() as Row[];
  const columns = Object.keys(rows[0] ?? {});
  const names = columns.map((column) => `"${column}"`).join(', ');
  const insert = database.prepare(`insert into ${table} (${names}) values (${columns.map(() => '?').join(', ')})`);
  for (let time = 1; time <= times; time += 1) {
    const suffix = time.toString(36).padStart(4, '0');
    for (const row of rows) insert.run(...columns.map((column) => copyValue(column, row[column] ?? null, suffix)));
  }
}

/** Gives the rows of a copy new ids, which sort after the originals. */
function copyValue(column: string, value: SQLInputValue, suffix: string): SQLInputValue {
  if (typeof value !== 'string') return value;
  return column === 'shortId' ? value + suffix : value.replaceAll(ids, (id) => id + suffix);
}
