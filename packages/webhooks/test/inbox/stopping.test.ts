import { until } from '@escrow-kit/suite/until';
import { expect } from 'vitest';
import type { EventContext } from '../../src/index.ts';
import { describeInboxes } from './support/describe-inboxes.ts';
import { incoming } from './support/events.ts';
import { countAll, untilCounts } from './support/until.ts';

describeInboxes('starting and stopping', (test, kind) => {
  test('drain resolves once every event is handled, or dead', async ({ inbox, insert }) => {
    const handled: (string | undefined)[] = [];
    await insert({ contractId: 'a' }, { contractId: 'a', status: 'COMPLETED' }, { contractId: 'b' });

    inbox.start(
      (event) => {
        handled.push(event.milestoneId);
        if (event.milestoneId === 'b') throw new Error('no');
      },
      { attempts: 1, onError: () => {} },
    );
    await inbox.drain();

    expect(handled.toSorted()).toEqual(['a', 'a', 'b']);
    expect(await countAll(inbox)).toMatchObject({ done: 2, dead: 1, pending: 0, processing: 0 });
  });

  test('drain reports what is left after its limit', async ({ inbox, insert }) => {
    await insert({ contractId: 'a' }, { contractId: 'b' });

    const drained = inbox.drain({ limitInMs: 1 });

    await expect(drained).rejects.toMatchObject({
      code: 'inbox',
      message: expect.stringMatching(/^drain: after 1 ms 2 events wait and 0 are being handled\. Start the receiver/),
    });
  });

  test('stop starts no new event and waits for those in progress', async ({ inbox, insert }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const processing = inbox.start(() => promise);
    await insert({ contractId: 'a' }, { contractId: 'a', status: 'COMPLETED' });
    await untilCounts(inbox, { processing: 1 });

    const stopped = processing.stop();
    await insert({ contractId: 'b' });
    resolve();
    await stopped;

    expect(await countAll(inbox)).toMatchObject({ done: 1, processing: 0, pending: 2 });
  });

  test('stop aborts a handler after its limit, and the next start handles its event again', async ({
    opened,
    inbox,
    insert,
  }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let context: EventContext | undefined;
    await insert({});
    const processing = inbox.start(async (_event, given) => {
      context = given;
      await kind.note(given.transaction, 'aborted');
      await promise;
    });
    await until(() => expect(context).toBeDefined());

    await processing.stop({ limitInMs: 1 });

    expect(context?.signal.aborted).toBe(true);
    expect(await inbox.find()).toMatchObject([{ status: 'pending', attempts: 0, lastError: undefined }]);
    resolve();
    inbox.start((_event, { transaction, attempt }) => kind.note(transaction, `attempt ${attempt}`));
    await untilCounts(inbox, { done: 1 });
    expect(await opened.notes()).toEqual(['attempt 1']);
  });

  test('an inbox can be started once, and again after stop', async ({ inbox, insert }) => {
    const processing = inbox.start(() => {});

    expect(() => inbox.start(() => {})).toThrow('already');
    await processing.stop();
    await processing.stop();
    inbox.start(() => {});

    await insert({});
    await untilCounts(inbox, { done: 1 });
  });

  test('refuses a number that is not an integer above 0', ({ inbox }) => {
    for (const name of ['concurrency', 'handlerTimeoutInMs', 'attempts', 'firstDelayInMs', 'longestDelayInMs']) {
      for (const value of [0, -1, 1.5, Number.NaN]) {
        expect(() => inbox.start(() => {}, { [name]: value })).toThrow(`${name}: set it to`);
      }
    }
  });

  test.runIf(kind.isDurable)(
    'HOOK-7 two inboxes on one store handle each event once, even if both get it at the same time',
    async ({ opened, inbox, insert }) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const again = await opened.openAgain();
      const begun: string[] = [];
      const handle = async (event: { milestoneId: string | undefined }): Promise<void> => {
        begun.push(event.milestoneId ?? '');
        await promise;
      };
      const milestones = Array.from({ length: 40 }, (_, index) => `m${index}`);
      inbox.start(handle);
      await insert({ contractId: 'm0' });
      await until(() => expect(begun).toEqual(['m0']));

      again.start(handle);
      for (const contractId of milestones) {
        const event = await incoming({ contractId });
        await Promise.all([inbox.insert(event), again.insert(event)]);
      }
      resolve();
      await untilCounts(inbox, { done: milestones.length });

      expect(begun.toSorted()).toEqual(milestones.toSorted());
    },
  );
});
