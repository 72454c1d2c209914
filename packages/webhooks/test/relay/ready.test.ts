import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPool } from '@escrow-kit/shared/postgres';
import { createDatabase } from '@escrow-kit/suite/postgres';
import { mountSmallDisk } from '@escrow-kit/suite/small-disk';
import { until } from '@escrow-kit/suite/until';
import { expect, onTestFinished, test, vi } from 'vitest';
import { onceASecond } from '../../src/secrets.ts';
import { createFolder } from '../support/create-folder.ts';
import { startEndpoint } from './support/endpoint.ts';
import { startRelayProcess, startTestRelay } from './support/relay.ts';

async function ask(url: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(new URL('/ready', url));
  return { status: answer.status, text: await answer.text() };
}

const ready = { status: 200, text: 'ready\n' };
const notReady = { status: 503, text: "an event can't be stored; the log says why\n" };

const disk = mountSmallDisk(4_000_000);

test.skipIf(!disk)('HOOK-4 a relay is not ready while its disk is full', async () => {
  const { folder, remove } = disk ?? expect.unreachable();
  onTestFinished(remove);
  const relay = await startTestRelay((await startEndpoint()).url, { store: { folder } });

  expect(await ask(relay.url)).toEqual(ready);
  const ballast = join(folder, 'ballast');
  expect(() => writeFileSync(ballast, Buffer.alloc(4_000_000))).toThrow('ENOSPC');
  await until(async () => expect(await ask(relay.url)).toEqual(notReady));
  expect(await relay.send()).toBe(503);
  expect(relay.entries).toContainEqual({ what: 'not_stored', reason: expect.stringContaining('full') });
  expect(relay.entries).toContainEqual({ what: 'trouble', reason: expect.stringContaining('full') });
  rmSync(ballast);

  await until(async () => expect(await ask(relay.url)).toEqual(ready));
  expect(await relay.send()).toBe(200);
});

test('HOOK-4 a relay whose SQLite file is gone is not ready, answers 503, and reports that in one line', async () => {
  const store = createFolder();
  const relay = startRelayProcess(['--to', (await startEndpoint()).url, '--store', store]);
  const url = await relay.url();
  expect(await relay.send({ referenceId: 'reference-1' })).toBe(200);

  rmSync(join(store, 'relay.db'));

  await until(async () => expect(await ask(url)).toEqual(notReady));
  for (const referenceId of ['reference-2', 'reference-3']) expect(await relay.send({ referenceId })).toBe(503);
  const reports = relay.errors().match(/^.*relay\.db was removed.*$/gm);
  expect(reports).toHaveLength(1);
});

test('HOOK-4 a relay is not ready while PostgreSQL is away, and is again afterwards', async () => {
  const databaseUrl = await createDatabase();
  const store = { databaseUrl, schema: 'escrow_relay' };
  const relay = await startTestRelay((await startEndpoint()).url, { store });
  const setAway = await steerDatabase(databaseUrl);

  await setAway(true);
  const whileAway = [await ask(relay.url), await relay.send()];
  await setAway(false);

  expect(whileAway).toEqual([notReady, 503]);
  expect(relay.entries.filter(({ what }) => what === 'trouble')).not.toEqual([]);
  await until(async () => expect([await ask(relay.url), await relay.send()]).toEqual([ready, 200]));
});

/** Ends all connections to a database and refuses others, or accepts them again. */
async function steerDatabase(databaseUrl: string): Promise<(isAway: boolean) => Promise<void>> {
  const { pathname } = new URL(databaseUrl);
  const name = pathname.slice(1);
  const pool = createPool({ connectionString: new URL('/postgres', databaseUrl).href, max: 1 });
  onTestFinished(() => pool.end());
  return async (isAway) => {
    await pool.query(`alter database ${name} allow_connections ${!isAway}`);
    if (isAway) await pool.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  };
}

test('however often a relay is asked whether it is ready, it writes once a second', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const ready = vi.fn(async () => {});
  const probe = onceASecond(ready);

  await Promise.all(Array.from({ length: 100 }, probe));
  await probe();
  vi.advanceTimersByTime(1_000);
  await probe();

  expect(ready).toHaveBeenCalledTimes(2);
});

test('a relay does not start if it would forward to itself', async () => {
  const listen = { host: '0.0.0.0', port: 4040 };

  await expect(startTestRelay('http://localhost:4040/hooks', { listen })).rejects.toThrow(
    '--to http://localhost:4040/hooks is this relay itself. Name your endpoint, or choose another --listen.',
  );
});
