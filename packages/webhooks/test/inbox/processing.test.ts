import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Inbox } from '../../src/index.ts';
import { createDeferred } from './support/deferred.ts';
import { incoming, type Sent } from './support/events.ts';
import { inboxKinds, type OpenedInbox } from './support/inbox-kinds.ts';
import { until, untilCounts } from './support/until.ts';

/** Retries without long delays. */
const quickly = { firstDelayInMs: 1, longestDelayInMs: 1 };

describe.each(inboxKinds)('processing in the $name inbox', (kind) => {
  let opened: OpenedInbox;
  let inbox: Inbox;
  beforeEach(async () => {
    opened = await kind.open();
    inbox = opened.inbox;
  });
  afterEach(() => opened.dispose());

  const insert = async (...sent: Sent[]): Promise<void> => {
    for (const each of sent) await inbox.insert(await incoming(each));
  };

  test('HOOK-3 an event is stored while a handler is busy with another one', async () => {
    const { promise, resolve } = createDeferred();
    inbox.start(() => promise);
    await insert({ contractId: 'a' });
    await untilCounts(inbox, { processing: 1 });

    await insert({ contractId: 'a', status: 'COMPLETED' });

    expect(await inbox.counts()).toMatchObject({ processing: 1, pending: 1 });
    resolve();
    await untilCounts(inbox, { done: 2 });
  });

  test('HOOK-5 handlers get PAID, CASHOUT_IN_PROGRESS and COMPLETED once each, in the order of arrival', async () => {
    const handled: unknown[] = [];
    const statuses = ['PAID', 'CASHOUT_IN_PROGRESS', 'COMPLETED'];
    await insert(...statuses.map((status) => ({ status })));

    inbox.start((event, { key, attempt, isLate, receivedAt }) => {
      handled.push([event.status, event.milestoneId, typeof key, attempt, isLate, receivedAt instanceof Date]);
    });
    await untilCounts(inbox, { done: 3 });

    expect(handled).toEqual(statuses.map((status) => [status, 'milestone-1', 'string', 1, false, true]));
    expect(await inbox.find()).toMatchObject(statuses.map(() => ({ attempts: 1, handledAt: expect.any(Date) })));
  });

  test('HOOK-7 a duplicate is not handled again', async () => {
    let count = 0;
    inbox.start(() => {
      count += 1;
    });
    await insert({});
    await untilCounts(inbox, { done: 1 });

    await insert({}, { status: 'COMPLETED' });
    await untilCounts(inbox, { done: 2, pending: 0 });

    expect(count).toBe(2);
  });

  test('HOOK-7 events without a milestone are all handled, and marked, even if they look the same', async () => {
    const handled: unknown[] = [];
    inbox.start((_event, { isUnkeyed }) => {
      handled.push(isUnkeyed);
    });

    const unkeyed = { contractId: undefined, referenceId: undefined, status: 'COMPLETED' };
    await insert(unkeyed, unkeyed, { status: 'COMPLETED' });
    await untilCounts(inbox, { done: 3 });

    expect(handled.toSorted()).toEqual([false, true, true]);
  });

  test('HOOK-8 the handler gets an unknown status with its body', async () => {
    const handled: unknown[] = [];
    inbox.start((event) => {
      handled.push(event);
    });

    await insert({ status: 'REFUNDED', reason: 'returned' });
    await untilCounts(inbox, { done: 1 });

    expect(handled).toMatchObject([{ status: 'unknown', receivedStatus: 'REFUNDED', body: { reason: 'returned' } }]);
  });

  test('STATE-4 HOOK-7 an event is late after a later status, whatever was handled in between', async () => {
    const late: unknown[] = [];
    inbox.start((event, context) => {
      late.push([event.referenceId, context.isLate]);
    });

    await insert(
      { status: 'CASHOUT_IN_PROGRESS', referenceId: '1' },
      { status: 'PAID', referenceId: '2' },
      { status: 'CASHOUT_IN_PROGRESS', referenceId: '3' },
      { status: 'REFUNDED', referenceId: '4' },
      { status: 'WAITING_FOR_PAYMENT', referenceId: '5' },
      { status: 'COMPLETED', referenceId: '6' },
      { status: 'CASHOUT_IN_PROGRESS', referenceId: '7' },
    );
    await untilCounts(inbox, { done: 7 });

    expect(late).toEqual([
      ['1', false],
      ['2', true],
      ['3', false],
      ['4', false],
      ['5', true],
      ['6', false],
      ['7', true],
    ]);
  });

  test('HOOK-7 an event is not late because of another milestone, or of one that was never handled', async () => {
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

  test('HOOK-7 handles the events of a milestone one at a time, and different milestones at the same time', async () => {
    const { promise, resolve } = createDeferred();
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

  test('HOOK-7 handles the events of a milestone with an odd id one at a time', async () => {
    const ids = ['\u0000', 'a\u0000b', '\ud800', 'm'.repeat(10_000)];
    const begun = new Map(ids.map((id): [string, string[]] => [id, []]));
    const running = new Map<string, number>();
    for (const contractId of ids) {
      await insert({ contractId }, { contractId, status: 'REFUNDED' }, { contractId, status: 'COMPLETED' });
    }

    inbox.start(async ({ milestoneId = 'none', status }, { attempt }) => {
      const before = running.get(milestoneId) ?? 0;
      begun.get(milestoneId)?.push(`${status} ${attempt} ${before}`);
      running.set(milestoneId, before + 1);
      await new Promise(setImmediate);
      running.set(milestoneId, before);
    });
    await untilCounts(inbox, { done: 3 * ids.length });

    expect([...begun.values()]).toEqual(ids.map(() => ['PAID 1 0', 'unknown 1 0', 'COMPLETED 1 0']));
  });

  test('HOOK-8 events without a milestone do not wait for each other', async () => {
    const { promise, resolve } = createDeferred();
    inbox.start(() => promise);

    await insert({ contractId: undefined, status: 'COMPLETED' }, { contractId: undefined, status: 'REFUNDED' });

    await untilCounts(inbox, { processing: 2 });
    resolve();
  });

  test('handles no more events at the same time than `concurrency`', async () => {
    const { promise, resolve } = createDeferred();
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
