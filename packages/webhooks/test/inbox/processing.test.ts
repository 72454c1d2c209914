import { until } from '@escrow-kit/suite/until';
import { expect } from 'vitest';
import { describeInboxes } from './support/describe-inboxes.ts';
import { untilCounts } from './support/until.ts';

/** Retries without long delays. */
const quickly = { firstDelayInMs: 1, longestDelayInMs: 1 };

describeInboxes('processing in', (test) => {
  test('HOOK-5 HOOK-8 handlers get every status once, in the order of arrival', async ({ inbox, insert }) => {
    const handled: unknown[] = [];
    const statuses = ['PAID', 'CASHOUT_IN_PROGRESS', 'COMPLETED', 'REFUNDED'];
    await insert(...statuses.map((status) => ({ status })));

    inbox.start((event, { key, attempt, isLate, receivedAt }) => {
      const status = event.status === 'unknown' ? event.receivedStatus : event.status;
      handled.push([status, event.milestoneId, typeof key, attempt, isLate, receivedAt instanceof Date]);
    });
    await untilCounts(inbox, { done: 4 });

    expect(handled).toEqual(statuses.map((status) => [status, 'milestone-1', 'string', 1, false, true]));
    expect(await inbox.find()).toMatchObject(statuses.map(() => ({ attempts: 1, handledAt: expect.any(Date) })));
  });

  test('HOOK-7 events without a milestone are all handled, at the same time, and marked', async ({ inbox, insert }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const handled: unknown[] = [];
    inbox.start((_event, { isUnkeyed }) => {
      handled.push(isUnkeyed);
      return promise;
    });

    const unkeyed = { contractId: undefined, referenceId: undefined, status: 'COMPLETED' };
    await insert(unkeyed, unkeyed, { status: 'COMPLETED' });
    await untilCounts(inbox, { processing: 3 });
    resolve();
    await untilCounts(inbox, { done: 3 });

    expect(handled.toSorted()).toEqual([false, true, true]);
  });

  test('HOOK-7 no event is late because of another milestone, or of a dead event', async ({ inbox, insert }) => {
    const late: boolean[] = [];
    inbox.start(
      (event, context) => {
        if (event.status === 'COMPLETED' && event.milestoneId === 'b') throw new Error('no');
        late.push(context.isLate);
      },
      { ...quickly, attempts: 1 },
    );

    await insert(
      { contractId: 'a', status: 'COMPLETED' },
      { contractId: 'b', status: 'COMPLETED' },
      { contractId: 'b' },
    );
    await untilCounts(inbox, { done: 2, dead: 1 });

    expect(late).toEqual([false, false]);
  });

  test('HOOK-7 handles one event of a milestone at a time, beside other milestones', async ({ inbox, insert }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const begun: string[] = [];
    inbox.start(async (event) => {
      begun.push(`${event.milestoneId} ${event.status}`);
      await promise;
    });
    await insert({ contractId: 'a' });
    await until(() => expect(begun).toEqual(['a PAID']));

    await insert({ contractId: 'a', status: 'COMPLETED' }, { contractId: 'b' }, { contractId: 'c' });
    await until(() => expect(begun).toHaveLength(3));

    expect(begun.toSorted()).toEqual(['a PAID', 'b PAID', 'c PAID']);
    expect(await inbox.counts()).toMatchObject({ processing: 3, pending: 1 });
    resolve();
    await untilCounts(inbox, { done: 4 });
    expect(begun.at(-1)).toBe('a COMPLETED');
  });

  test('handles no more events at the same time than `concurrency`', async ({ inbox, insert }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let running = 0;
    let most = 0;
    await insert(...Array.from({ length: 20 }, (_, index) => ({ contractId: `m${index}` })));

    inbox.start(
      async () => {
        running += 1;
        most = Math.max(most, running);
        await promise;
        running -= 1;
      },
      { concurrency: 3 },
    );
    await until(() => expect(running).toBe(3));
    resolve();
    await untilCounts(inbox, { done: 20 });

    expect(most).toBe(3);
  });
});
