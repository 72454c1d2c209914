import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createPool } from '@escrow-kit/shared/postgres';
import { createDatabase } from '@escrow-kit/tools/postgres';
import { temporaryFolder } from '@escrow-kit/tools/temporary-folder';
import { until } from '@escrow-kit/tools/until';
import { expect, onTestFinished, test } from 'vitest';
import { startEndpoint, startTestRelay } from './support/relay.ts';

async function ask(url: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(new URL('/ready', url));
  return { status: answer.status, text: await answer.text() };
}

const ready = { status: 200, text: 'ready\n' };
const notReady = { status: 503, text: "an event can't be stored; the log says why\n" };

test('HOOK-4 a relay whose SQLite file is gone is not ready, answers 503, and reports that', async () => {
  const folder = temporaryFolder();
  const relay = await startTestRelay((await startEndpoint()).url, { store: { folder } });
  expect([await relay.send(), await ask(relay.url)]).toEqual([200, ready]);

  rmSync(join(folder, 'relay.db'));

  await until(async () => expect(await ask(relay.url)).toEqual(notReady));
  expect(await relay.send({ referenceId: 'reference-2' })).toBe(503);
  expect(relay.entries).toContainEqual({ what: 'trouble', reason: expect.stringContaining('relay.db was removed') });
});

test('HOOK-4 a relay is not ready while PostgreSQL is away, and is again afterwards', async () => {
  const databaseUrl = await createDatabase();
  const store = { databaseUrl, schema: 'escrow_relay' };
  const relay = await startTestRelay((await startEndpoint()).url, { store });
  const pool = createPool({ connectionString: new URL('/postgres', databaseUrl).href, max: 1 });
  onTestFinished(() => pool.end());
  const name = new URL(databaseUrl).pathname.slice(1);

  await pool.query(`alter database ${name} allow_connections false`);
  await pool.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  const whileAway = [await ask(relay.url), await relay.send()];
  await pool.query(`alter database ${name} allow_connections true`);

  expect(whileAway).toEqual([notReady, 503]);
  expect(relay.entries.filter(({ what }) => what === 'trouble')).not.toEqual([]);
  await until(async () => expect([await ask(relay.url), await relay.send()]).toEqual([ready, 200]));
});

test('a relay does not start if it would forward to itself', async () => {
  const listen = { host: '0.0.0.0', port: 4040 };

  await expect(startTestRelay('http://localhost:4040/hooks', { listen })).rejects.toThrow(
    '--to http://localhost:4040/hooks is this relay itself. Name your endpoint, or choose another --listen.',
  );
});
