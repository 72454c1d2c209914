import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createPool } from '@escrow-kit/shared/postgres';
import { createDatabase } from '@escrow-kit/tools/postgres';
import { temporaryFolder } from '@escrow-kit/tools/temporary-folder';
import { until } from '@escrow-kit/tools/until';
import { expect, onTestFinished, test } from 'vitest';
import { startEndpoint, startRelayProcess, startTestRelay } from './support/relay.ts';

const kills = 10;
const milestones = Array.from({ length: 20 }, (_, index) => `milestone-${index}`);
const references = Array.from({ length: 20 }, (_, index) => `${index}`);

test.each([
  ['PostgreSQL', async () => ['--database-url', await createDatabase()]],
  ['SQLite', async () => ['--store', temporaryFolder()]],
] as const)(
  `HOOK-4 with %s, a relay that is killed ${kills} times forwards every event it answered with 200, in order`,
  async (_name, openStore) => {
    const endpoint = await startEndpoint();
    const accepted = new Map<string, Set<string>>(milestones.map((milestone) => [milestone, new Set()]));
    endpoint.answer = (response, { body }) => {
      const { contractId, referenceId } = JSON.parse(body);
      // About four of ten attempts fail.
      const mood = randomInt(10);
      if (mood < 2) response.writeHead(500).end();
      else if (mood < 4) response.socket?.destroy();
      else {
        accepted.get(contractId)?.add(referenceId);
        response.end();
      }
    };
    const relay = startRelayProcess(['--to', endpoint.url, ...(await openStore())]);
    let sentCount = 0;

    const sending = milestones.map(async (milestoneId) => {
      for (const referenceId of references) {
        while ((await relay.send({ milestoneId, referenceId }).catch(() => 0)) !== 200) await delay(20);
        sentCount += 1;
      }
    });
    for (let kill = 1; kill <= kills; kill += 1) {
      const count = (milestones.length * references.length * kill) / (kills + 1);
      await until(() => expect(sentCount).toBeGreaterThanOrEqual(count));
      // A second signal ends it as a kill does, whatever is in progress.
      if (kill % 2 === 0) relay.signal('SIGTERM');
      await relay.end(kill % 2 === 0 ? 'SIGTERM' : 'SIGKILL');
      relay.restart();
    }
    await Promise.all(sending);

    // In the order in which each was accepted first.
    await until(() =>
      expect([...accepted.values()].map((each) => [...each])).toEqual(milestones.map(() => references)),
    );
  },
);

test('HOOK-4 a relay is not ready while PostgreSQL is away, and is again afterwards', async () => {
  const databaseUrl = await createDatabase();
  const store = { databaseUrl, schema: 'escrow_relay' };
  const relay = await startTestRelay((await startEndpoint()).url, { store });
  const pool = createPool({ connectionString: new URL('/postgres', databaseUrl).href, max: 1 });
  onTestFinished(() => pool.end());
  const name = new URL(databaseUrl).pathname.slice(1);

  await pool.query(`alter database ${name} allow_connections false`);
  await pool.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  const askIfReady = async () => (await fetch(new URL('/ready', relay.url))).status;
  const whileAway = [await askIfReady(), await relay.send()];
  await pool.query(`alter database ${name} allow_connections true`);

  expect(whileAway).toEqual([503, 503]);
  expect(relay.entries.filter(({ what }) => what === 'trouble')).not.toEqual([]);
  await until(async () => expect([await askIfReady(), await relay.send()]).toEqual([200, 200]));
});
