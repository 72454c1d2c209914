import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { createDatabase } from '@escrow-kit/tools/postgres';
import { until } from '@escrow-kit/tools/until';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createPostgresInbox } from '../../src/inbox/postgres.ts';
import { incoming } from './support/describe-inboxes.ts';
import { untilCounts } from './support/until.ts';

test('no event is left behind that is stored just as a worker finds no other one of its milestone', async () => {
  const eventsOfMilestone = 3_000;
  const milestones = ['milestone-1', 'milestone-2', 'milestone-3', 'milestone-4'];
  // About as long as it takes a worker to mark an event done and to look for the next one.
  const longestDelayInMs = 6;
  const connection = await createDatabase();
  const [inbox, worker] = [createPostgresInbox({ connection }), createPostgresInbox({ connection })];
  onTestFinished(async () => void (await Promise.all([inbox.close(), worker.close()])));
  const handled = new EventTarget();
  await worker.ready();
  worker.start(({ milestoneId = '' }) => void handled.dispatchEvent(new Event(milestoneId)));

  async function storeOneAfterAnother(contractId: string): Promise<void> {
    for (let event = 0; event < eventsOfMilestone; event += 1) {
      const isHandled = once(handled, contractId);
      await inbox.insert(await incoming({ contractId, referenceId: `${event}` }));
      await isHandled;
      await delay(Math.random() * longestDelayInMs);
    }
  }
  await Promise.all(milestones.map(storeOneAfterAnother));

  await untilCounts(inbox, { done: milestones.length * eventsOfMilestone });
  const client = new pg.Client({ connectionString: connection });
  await client.connect();
  onTestFinished(() => client.end());
  await until(async () => expect((await client.query('select from escrow_webhooks.queue')).rows).toEqual([]));
});
