import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPool } from '@escrow-kit/shared/postgres';
import { createDatabase } from '@escrow-kit/suite/postgres';
import { mountSmallDisk } from '@escrow-kit/suite/small-disk';
import { until } from '@escrow-kit/suite/until';
import type { Inbox } from '@escrow-kit/webhooks';
import { createMemoryInbox } from '@escrow-kit/webhooks/memory';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createReadiness } from '../src/relay/events-server.ts';
import { startEndpoint } from './support/endpoint.ts';
import { startTestRelay } from './support/start-test-relay.ts';

const disk = mountSmallDisk(4_000_000);

test.skipIf(!disk)('a relay is not ready while its disk is full', async () => {
  const { folder, remove } = disk ?? expect.unreachable();
  onTestFinished(remove);
  const relay = await startTestRelay({ shop: (await startEndpoint()).url }, { store: { folder } });
  const ask = async () => {
    const answer = await fetch(new URL('/ready', relay.url));
    return { status: answer.status, text: await answer.text() };
  };

  expect(await ask()).toEqual({ status: 200, text: 'ready\n' });
  const ballast = join(folder, 'ballast');
  expect(() => writeFileSync(ballast, Buffer.alloc(4_000_000))).toThrow('ENOSPC');
  await until(async () =>
    expect(await ask()).toEqual({ status: 503, text: "an event can't be stored; the log says why\n" }),
  );
  expect(await relay.send({})).toBe(503);
  expect(relay.news).toContainEqual({ what: 'not_stored', reason: expect.any(String) });
  expect(relay.news).toContainEqual({ what: 'trouble', target: 'shop', message: expect.stringContaining('full') });
  rmSync(ballast);

  await until(async () => expect(await ask()).toMatchObject({ status: 200 }));
  expect(await relay.send({})).toBe(200);
});

test('a relay is not ready while PostgreSQL is away, and is again afterwards', async () => {
  const databaseUrl = await createDatabase();
  const relay = await startTestRelay({ shop: (await startEndpoint()).url }, { store: { databaseUrl } });
  const ask = async () => (await fetch(new URL('/ready', relay.url))).status;
  const setAway = await steerDatabase(databaseUrl);

  await setAway(true);
  const whileAway = [await ask(), await relay.send({})];
  await setAway(false);

  expect(whileAway).toEqual([503, 503]);
  expect(relay.news.filter(({ what }) => what === 'trouble')).not.toEqual([]);
  await until(async () => expect([await ask(), await relay.send({})]).toEqual([200, 200]));
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
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const ready = vi.fn(async () => {});
  const inbox: Inbox = { ...(createMemoryInbox() as Inbox), ready };
  const isReady = createReadiness([{ name: 'shop', inbox, start() {} }], () => {});

  const answers = await Promise.all(Array.from({ length: 100 }, isReady));
  await isReady();
  vi.advanceTimersByTime(1_000);
  await isReady();

  expect(answers).not.toContain(false);
  expect(ready).toHaveBeenCalledTimes(2);
});
