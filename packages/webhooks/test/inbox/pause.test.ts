import { expect, onTestFinished, vi } from 'vitest';
import { describeInboxes } from './support/describe-inboxes.ts';
import { untilCounts } from './support/until.ts';

describeInboxes('a pause of', (test, kind) => {
  test('lets handlers in progress end, stores events, and hands them out after it', async ({ inbox, insert }) => {
    const begun = Promise.withResolvers<void>();
    const isFree = Promise.withResolvers<void>();
    await insert({ contractId: 'milestone-1' });
    inbox.start(async ({ milestoneId }) => {
      if (milestoneId !== 'milestone-1') return;
      begun.resolve();
      await isFree.promise;
    });
    await begun.promise;

    await inbox.pause();
    await inbox.pause();
    await insert({ contractId: 'milestone-2' });
    isFree.resolve();
    await untilCounts(inbox, { done: 1, pending: 1, processing: 0 });
    expect(await inbox.isPaused()).toBe(true);

    await inbox.resume();
    await untilCounts(inbox, { done: 2 });
    expect(await inbox.isPaused()).toBe(false);
  });

  test.runIf(kind.name !== 'PostgreSQL')(
    'ends at once in its own process, without waiting for the next look at the store',
    async ({ inbox, insert }) => {
      // No wait ends by itself.
      vi.useFakeTimers({ toFake: ['setTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      const handled = Promise.withResolvers<void>();
      await inbox.pause();
      await insert({});
      inbox.start(() => handled.resolve());
      await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));

      await inbox.resume();

      await handled.promise;
    },
  );

  test.runIf(kind.isDurable)(
    'holds in every process on the store, and outlives them',
    async ({ opened, inbox, insert }) => {
      const handledAfterwards: boolean[] = [];
      let isResumed = false;
      await insert({});
      await inbox.pause();
      await inbox.close();

      const again = await opened.openAgain();
      again.start(() => void handledAfterwards.push(isResumed));
      expect(await again.isPaused()).toBe(true);
      const other = await opened.openAgain();
      isResumed = true;
      await other.resume();

      await untilCounts(again, { done: 1 });
      expect(handledAfterwards).toEqual([true]);
    },
  );
});
