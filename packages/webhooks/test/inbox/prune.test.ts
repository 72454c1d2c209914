import { until } from '@escrow-kit/tools/until';
import { expect } from 'vitest';
import { describeInboxes, leavesToOthers } from './support/describe-inboxes.ts';
import { countAll, untilCounts } from './support/until.ts';

const oneDayInMs = 24 * 60 * 60 * 1_000;
const day = (number: number): Date => new Date(Date.UTC(2026, 10, number));

describeInboxes('pruning', (test, kind) => {
  test('HOOK-7 deletes what was received and done before, so that a repeat is new, and keeps what was done since; by itself with a retention', async ({
    inbox,
    insert,
    clock,
  }) => {
    clock.now = day(1);
    await insert({ contractId: 'old' });
    const processing = inbox.start(() => {});
    await untilCounts(inbox, { done: 1 });
    await processing.stop();
    const [waited] = await insert({ contractId: 'waited long' });
    clock.now = day(28);
    const [recent] = await insert({ contractId: 'new' });
    const again = inbox.start(() => {});
    await untilCounts(inbox, { done: 3 });
    clock.now = day(29);

    expect(await inbox.prune({ olderThanInMs: 2 * oneDayInMs })).toBe(1);

    expect((await inbox.find()).map(({ key }) => key)).toEqual([waited?.key, recent?.key]);
    expect(await inbox.prune({ olderThanInMs: 2 * oneDayInMs })).toBe(0);
    await insert({ contractId: 'old' });
    await untilCounts(inbox, { done: 3 });

    await again.stop();
    clock.now = day(60);
    inbox.start(() => {}, { retentionInMs: oneDayInMs });
    await until(async () => expect(await inbox.find()).toEqual([]));
  });

  test('HOOK-3 keeps what is pending, processing, dead or quarantined', async ({ inbox, insert, clock }) => {
    clock.now = day(1);
    const begun = Promise.withResolvers<void>();
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
    await inbox.quarantine({ rawBody: '', reason: 'event_invalid', receivedAt: clock.now });
    clock.now = day(365);

    expect(await inbox.prune({ olderThanInMs: 0 })).toBe(0);

    expect(await inbox.counts()).toMatchObject({ pending: 1, processing: 1, dead: 1, quarantined: 1 });
    await processing.stop({ limitInMs: 0 });
  });

  test('HOOK-7 an event that is replayed after pruning is still late', async ({ inbox, insert, clock }) => {
    clock.now = day(1);
    const late: boolean[] = [];
    let isBroken = true;
    inbox.start(
      ({ status }, { isLate }) => {
        if (status === 'PAID' && isBroken) throw new Error('no');
        if (status === 'PAID') late.push(isLate);
      },
      { attempts: 1, onError: () => {} },
    );
    const [paid] = await insert({}, { status: 'COMPLETED' }, { contractId: 'other', status: 'COMPLETED' });
    await untilCounts(inbox, { dead: 1, done: 2 });
    clock.now = day(30);
    isBroken = false;

    expect(await inbox.prune({ olderThanInMs: oneDayInMs })).toBe(1);
    await inbox.replay(paid?.key ?? '');
    await untilCounts(inbox, { done: 2 });

    expect(late).toEqual([true]);
  });

  test.skipIf(leavesToOthers(kind))(
    'deletes more events than one transaction takes, but refuses an age that is none',
    async ({ inbox, insert, clock }) => {
      const count = 120;
      clock.now = day(1);
      await Promise.all(Array.from({ length: count }, (_, index) => insert({ contractId: `${index}` })));
      inbox.start(() => {});
      await inbox.drain();
      clock.now = day(2);

      expect(await inbox.prune({ olderThanInMs: 1 })).toBe(count);

      expect(await countAll(inbox)).toMatchObject({ done: 0 });
      await expect(inbox.prune({ olderThanInMs: Number.NaN })).rejects.toMatchObject({
        code: 'configuration',
        message: expect.stringContaining('olderThanInMs'),
      });
    },
  );
});
