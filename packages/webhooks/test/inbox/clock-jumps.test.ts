import { until } from '@escrow-kit/suite/until';
import { expect } from 'vitest';
import type { Inbox } from '../../src/index.ts';
import { describeInboxes } from './support/describe-inboxes.ts';
import { lookAgain, untilCounts } from './support/until.ts';

const dayInMs = 86_400_000;
const minuteInMs = 60_000;

const start = new Date('2026-11-22T09:00:00Z');
const putBack = (clock: { now: Date | undefined }, byInMs: number): void => {
  clock.now = new Date(start.getTime() - byInMs);
};

describeInboxes('a clock that is put back, in', (test, kind) => {
  /** Resolves once the first attempt at each event has failed; later ones succeed. */
  async function failOnce(inbox: Inbox, events: number) {
    inbox.start(
      (_event, { attempt }) => {
        if (attempt === 1) throw new Error('no');
      },
      { firstDelayInMs: 30 * minuteInMs, longestDelayInMs: 30 * minuteInMs },
    );
    await until(async () => {
      const failed = (await inbox.find()).filter(({ retryAt }) => retryAt);
      expect(failed).toHaveLength(events);
    });
  }

  test('a day, holds up no retry', async ({ inbox, insert, clock }) => {
    clock.now = start;
    await insert({ contractId: 'milestone-1' });
    await insert({ contractId: 'milestone-2' });
    await failOnce(inbox, 2);
    expect(await inbox.counts()).toMatchObject({ pending: 2 });

    putBack(clock, dayInMs);
    await lookAgain(inbox);

    await untilCounts(inbox, { done: 2 });
  });

  test('a day, holds up no event that waits for its first attempt', async ({ inbox, insert, clock }) => {
    clock.now = start;
    await insert({ contractId: 'milestone-1' });
    const isFree = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();

    inbox.start(
      async () => {
        begun.resolve();
        await isFree.promise;
      },
      { concurrency: 1 },
    );
    await begun.promise;
    await insert({ contractId: 'milestone-2' });
    putBack(clock, dayInMs);
    await insert({ contractId: 'milestone-3' });
    isFree.resolve();

    await untilCounts(inbox, { done: 3 });
  });

  test('leaves the age of the oldest event at least 0', async ({ inbox, insert, clock }) => {
    clock.now = start;
    await insert({ contractId: 'milestone-1' });

    putBack(clock, dayInMs);

    expect(await inbox.counts()).toMatchObject({ pending: 1, oldestAgeInMs: 0 });
  });

  test.runIf(kind.isDurable)(
    'before a restart, holds up nothing that was stored',
    async ({ opened, inbox, insert, clock }) => {
      clock.now = start;
      await insert({ contractId: 'failing' });
      await failOnce(inbox, 1);
      await insert({ contractId: 'new' });
      await inbox.close();

      putBack(clock, dayInMs);
      const again = await opened.openAgain();
      again.start(() => {});

      await untilCounts(again, { done: 2 });
    },
  );

  test('a minute, leaves a retry its delay', async ({ inbox, insert, clock }) => {
    clock.now = start;
    await insert({ contractId: 'failing' });
    const attempts: string[] = [];
    const noRetry = { firstDelayInMs: dayInMs, longestDelayInMs: dayInMs };
    inbox.start(({ milestoneId = '' }) => {
      attempts.push(milestoneId);
      if (milestoneId === 'failing') throw new Error('no');
    }, noRetry);
    await until(() => expect(attempts).toEqual(['failing']));

    putBack(clock, minuteInMs);
    await insert({ contractId: 'milestone-2' });
    await untilCounts(inbox, { done: 1, pending: 1 });

    expect(attempts).toEqual(['failing', 'milestone-2']);
  });
});
