import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createDatabase } from '@escrow-kit/tools/postgres';
import { temporaryFolder } from '@escrow-kit/tools/temporary-folder';
import { until } from '@escrow-kit/tools/until';
import { expect, test } from 'vitest';
import { startEndpoint, startRelayProcess } from './support/relay.ts';

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
      await relay.end('SIGKILL');
      relay.restart();
    }
    await Promise.all(sending);

    // In the order in which each was accepted first.
    await until(() =>
      expect([...accepted.values()].map((each) => [...each])).toEqual(milestones.map(() => references)),
    );
  },
);
