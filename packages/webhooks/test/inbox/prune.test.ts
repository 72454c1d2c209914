import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Inbox } from '../../src/index.ts';
import { createDeferred } from './support/deferred.ts';
import { incoming, type Sent } from './support/events.ts';
import { inboxKinds, type OpenedInbox } from './support/inbox-kinds.ts';
import { untilCounts } from './support/until.ts';

const oneDayInMs = 24 * 60 * 60 * 1_000;
const start = new Date('2026-11-01T00:00:00Z');

describe.each(inboxKinds)('pruning the $name inbox', (kind) => {
  let opened: OpenedInbox;
  let inbox: Inbox;
  let now: Date;
  beforeEach(async () => {
    now = start;
    opened = await kind.open({ now: () => now });
    inbox = opened.inbox;
  });
  afterEach(() => opened.dispose());

  const laterBy = (days: number): void => {
    now = new Date(now.getTime() + days * oneDayInMs);
  };
  const insert = async (sent: Sent = {}): Promise<string> => {
    const event = { ...(await incoming(sent)), receivedAt: now };
    await inbox.insert(event);
    return event.key;
  };
  const keys = async (): Promise<string[]> => (await inbox.find()).map(({ key }) => key);

  test('deletes what was done before, and keeps what was done since', async () => {
    await insert({ contractId: 'old' });
    inbox.start(() => {});
    await untilCounts(inbox, { done: 1 });
    laterBy(30);
    const remaining = await insert({ contractId: 'new' });
    await untilCounts(inbox, { done: 2 });
    laterBy(1);

    expect(await inbox.prune({ olderThanInMs: 2 * oneDayInMs })).toBe(1);

    expect(await keys()).toEqual([remaining]);
    expect(await inbox.prune({ olderThanInMs: 2 * oneDayInMs })).toBe(0);
  });

  test('keeps an event that waited long and is done only now', async () => {
    const key = await insert();
    laterBy(30);
    inbox.start(() => {});
    await untilCounts(inbox, { done: 1 });
    laterBy(1);

    expect(await inbox.prune({ olderThanInMs: 7 * oneDayInMs })).toBe(0);

    expect(await keys()).toEqual([key]);
  });

  test('HOOK-7 stores a duplicate of a deleted event as a new one', async () => {
    const key = await insert();
    inbox.start(() => {});
    await untilCounts(inbox, { done: 1 });
    laterBy(1);
    await inbox.prune({ olderThanInMs: 1_000 });

    const again = await inbox.insert({ ...(await incoming()), receivedAt: now });

    expect(again).toBe('stored');
    await untilCounts(inbox, { done: 1 });
    expect(await keys()).toEqual([key]);
  });

  test('HOOK-3 keeps what is pending, processing, dead or quarantined', async () => {
    const begun = createDeferred();
    const processing = inbox.start(
      ({ milestoneId }) => {
        if (milestoneId === 'dead') throw new Error('no');
        begun.resolve();
        return new Promise(() => {});
      },
      { attempts: 1, concurrency: 1, onError: () => {} },
    );
    await insert({ contractId: 'dead' });
    await untilCounts(inbox, { dead: 1 });
    await insert({ contractId: 'with a handler' });
    await begun.promise;
    await insert({ contractId: 'pending' });
    await inbox.quarantine({ rawBody: '', reason: 'event_invalid', receivedAt: now });
    laterBy(365);

    expect(await inbox.prune({ olderThanInMs: 0 })).toBe(0);

    expect(await inbox.counts()).toMatchObject({ pending: 1, processing: 1, dead: 1, quarantined: 1 });
    await processing.stop({ limitInMs: 0 });
  });

  test('HOOK-7 an event that is replayed after pruning is still late', async () => {
    const late: boolean[] = [];
    let isBroken = true;
    inbox.start(
      ({ status }, { isLate }) => {
        if (status === 'PAID' && isBroken) throw new Error('no');
        if (status === 'PAID') late.push(isLate);
      },
      { attempts: 1, onError: () => {} },
    );
    const paid = await insert();
    await insert({ status: 'COMPLETED' });
    await insert({ contractId: 'other', status: 'COMPLETED' });
    await untilCounts(inbox, { dead: 1, done: 2 });
    laterBy(30);
    isBroken = false;

    expect(await inbox.prune({ olderThanInMs: oneDayInMs })).toBe(1);
    await inbox.replay(paid);
    await untilCounts(inbox, { done: 2 });

    expect(late).toEqual([true]);
  });

  test('deletes more events than one transaction takes', async () => {
    const count = 1_050;
    const events = await Promise.all(Array.from({ length: count }, (_, index) => incoming({ contractId: `${index}` })));
    await Promise.all(events.map((event) => inbox.insert({ ...event, receivedAt: now })));
    inbox.start(() => {}, { concurrency: 10 });
    await untilCounts(inbox, { done: count });
    laterBy(1);

    expect(await inbox.prune({ olderThanInMs: 1 })).toBe(count);

    expect(await inbox.counts()).toMatchObject({ done: 0 });
  });

  test.each([-1, Number.NaN, Number.POSITIVE_INFINITY, undefined as unknown as number])(
    'refuses to forget what is older than %s',
    async (olderThanInMs) => {
      await expect(inbox.prune({ olderThanInMs })).rejects.toMatchObject({
        code: 'configuration',
        message: expect.stringContaining('olderThanInMs'),
      });
    },
  );
});
