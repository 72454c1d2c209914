import { describe, expect, onTestFinished, test } from 'vitest';
import type { Inbox } from '../../src/index.ts';
import { createDeferred } from './support/deferred.ts';
import { incoming } from './support/events.ts';
import { inboxKinds } from './support/inbox-kinds.ts';
import { until, untilCounts } from './support/until.ts';

const dayInMs = 86_400_000;
const minuteInMs = 60_000;

describe.each(inboxKinds)('a clock that is put back, in the $name inbox', (kind) => {
  /** An inbox with a fixed clock, which the test puts back. */
  async function openAhead() {
    let now = new Date('2026-11-22T09:00:00Z');
    const opened = await kind.open({ now: () => now });
    onTestFinished(() => opened.dispose());
    const putBack = (byInMs: number) => {
      now = new Date(now.getTime() - byInMs);
    };
    const insert = async (contractId: string) =>
      opened.inbox.insert({ ...(await incoming({ contractId })), receivedAt: now });
    return { ...opened, putBack, insert };
  }

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

  test('a day, holds up no retry', async () => {
    const { inbox, putBack, insert } = await openAhead();
    await insert('milestone-1');
    await insert('milestone-2');
    await failOnce(inbox, 2);
    expect(await inbox.counts()).toMatchObject({ pending: 2 });

    putBack(dayInMs);

    await untilCounts(inbox, { done: 2 });
  });

  test.each([
    ['a day', dayInMs],
    ['a minute', minuteInMs],
  ])('%s, holds up no event that waits for its first attempt', async (_title, byInMs) => {
    const { inbox, putBack, insert } = await openAhead();
    await insert('milestone-1');
    const isFree = createDeferred();
    const begun = createDeferred();

    inbox.start(
      async () => {
        begun.resolve();
        await isFree.promise;
      },
      { concurrency: 1 },
    );
    await begun.promise;
    await insert('milestone-2');
    putBack(byInMs);
    await insert('milestone-3');
    isFree.resolve();

    await untilCounts(inbox, { done: 3 });
  });

  test('leaves the age of the oldest event at least 0', async () => {
    const { inbox, putBack, insert } = await openAhead();
    await insert('milestone-1');

    putBack(dayInMs);

    expect(await inbox.counts()).toMatchObject({ pending: 1, oldestAgeInMs: 0 });
  });

  test.runIf(kind.isDurable)('before a restart, holds up nothing that was stored', async () => {
    const { inbox, putBack, insert, openAgain } = await openAhead();
    await insert('failing');
    await failOnce(inbox, 1);
    await insert('new');
    await inbox.close();

    putBack(dayInMs);
    const again = await openAgain();
    again.start(() => {});

    await untilCounts(again, { done: 2 });
  });

  test('a minute, leaves a retry its delay', async () => {
    const { inbox, putBack, insert } = await openAhead();
    await insert('failing');
    const attempts: string[] = [];
    const noRetry = { firstDelayInMs: dayInMs, longestDelayInMs: dayInMs };
    inbox.start(({ milestoneId = '' }) => {
      attempts.push(milestoneId);
      if (milestoneId === 'failing') throw new Error('no');
    }, noRetry);
    await until(() => expect(attempts).toEqual(['failing']));

    putBack(minuteInMs);
    await insert('milestone-2');
    await untilCounts(inbox, { done: 1, pending: 1 });

    expect(attempts).toEqual(['failing', 'milestone-2']);
  });
});
