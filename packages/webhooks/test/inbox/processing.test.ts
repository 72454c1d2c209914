import { until } from '@escrow-kit/tools/until';
import { expect, onTestFinished, vi } from 'vitest';
import type { IncomingEvent } from '../../src/event.ts';
import { type EventContext, WebhookError } from '../../src/index.ts';
import { describeInboxes, incoming, leavesToOthers } from './support/describe-inboxes.ts';
import { collectWarnings, countAll, lookAgain, untilCounts } from './support/until.ts';

const endless = () => new Promise<never>(() => {});

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

  test('HOOK-7 handles one event of a milestone at a time, beside other milestones and events without one', async ({
    inbox,
    insert,
  }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const begun: string[] = [];
    const unkeyed: string[] = [];
    inbox.start(
      async (event, { key, isUnkeyed }) => {
        if (isUnkeyed) unkeyed.push(key);
        else begun.push(`${event.milestoneId} ${event.status}`);
        await promise;
      },
      { concurrency: 5 },
    );
    await insert({ contractId: 'a' });
    await until(() => expect(begun).toEqual(['a PAID']));

    const nobody = { contractId: undefined, referenceId: undefined, status: 'COMPLETED' };
    await insert({ contractId: 'a', status: 'COMPLETED' }, { contractId: 'b' }, nobody, nobody);
    await until(() => expect([begun.length, unkeyed.length]).toEqual([2, 2]));

    expect(begun).toEqual(['a PAID', 'b PAID']);
    expect(await inbox.counts()).toMatchObject({ processing: 4, pending: 1 });
    resolve();
    await untilCounts(inbox, { done: 5 });
    expect(begun.at(-1)).toBe('a COMPLETED');
  });

  test('handles no more events at the same time than `concurrency`', async ({ inbox, insert }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let running = 0;
    let most = 0;
    await insert(...Array.from({ length: 8 }, (_, index) => ({ contractId: `m${index}` })));

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
    await untilCounts(inbox, { done: 8 });

    expect(most).toBe(3);
  });
});

describeInboxes('starting and stopping', (test, kind) => {
  test.skipIf(leavesToOthers(kind))(
    'drain resolves once every event is handled, or dead, or reports what is left after its limit',
    async ({ inbox, insert }) => {
      const handled: (string | undefined)[] = [];
      await insert({ contractId: 'a' }, { contractId: 'a', status: 'COMPLETED' }, { contractId: 'b' });
      await expect(inbox.drain({ limitInMs: 1 })).rejects.toMatchObject({
        code: 'inbox',
        message: expect.stringMatching(/^drain: after 1 ms, 3 events are pending and 0 are processing\. Start/),
      });

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
    },
  );

  test.skipIf(leavesToOthers(kind))(
    'an inbox can be started once; stop starts no new event and waits for those in progress',
    async ({ inbox, insert }) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      expect(() => inbox.start(() => {}, { concurrency: 0 })).toThrow('concurrency: set it to');
      const processing = inbox.start(() => promise);
      expect(() => inbox.start(() => {})).toThrow('already');
      await insert({ contractId: 'a' }, { contractId: 'a', status: 'COMPLETED' });
      await untilCounts(inbox, { processing: 1 });

      const stopped = processing.stop();
      await insert({ contractId: 'b' });
      resolve();
      await stopped;

      expect(await countAll(inbox)).toMatchObject({ done: 1, processing: 0, pending: 2 });
    },
  );

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
      const milestones = Array.from({ length: 8 }, (_, index) => `m${index}`);
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

describeInboxes('a second start in the same process on', (test, kind) => {
  test.runIf(kind.isDurable)(
    'warns once, names the remedy, and handles the events once the first one is stopped',
    async ({ opened, inbox, insert }) => {
      const handled: string[] = [];
      const warnings = collectWarnings();
      const first = inbox.start(() => {});
      const again = await opened.openAgain();

      again.start(() => void handled.push('second'));
      await until(() => expect(warnings).not.toEqual([]));
      await first.stop();
      await insert({});
      await lookAgain(again);
      await untilCounts(again, { done: 1 });

      expect(warnings).toEqual([expect.stringMatching(`of this ${kind.name} inbox\\. Await its stop\\(\\)`)]);
      expect(handled).toEqual(['second']);
    },
  );

  test.runIf(kind.isDurable)('does not warn if the first one was told to stop', async ({ opened, inbox }) => {
    const errors: unknown[] = [];
    const again = await opened.openAgain();

    const stopped = inbox.start(() => {}).stop();
    again.start(() => {}, { onError: (error) => errors.push(error) });
    await stopped;

    expect(errors).toEqual([]);
  });
});

describeInboxes('a pause of', (test, kind) => {
  test.skipIf(leavesToOthers(kind))(
    'lets handlers in progress end, stores events, and hands them out after it',
    async ({ inbox, insert }) => {
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

describeInboxes('handlers that hang in', (test, kind) => {
  const handlerTimeoutInMs = 50;
  const timeoutMessage = ({ key, event }: IncomingEvent): string =>
    `The handler of the event ${key} (milestone ${event.milestoneId}) did not end within 50 ms (handlerTimeoutInMs). It may still be running: pass context.signal to its calls.`;
  const milestones = (name: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({ contractId: `${name}-${index}` }));

  test.skipIf(leavesToOthers(kind))(
    'hold up no others in all slots: after handlerTimeoutInMs their attempts have failed',
    async ({ inbox, insert }) => {
      const retryAt = new Date(Date.now() + 200_000);
      const signals: AbortSignal[] = [];
      const errors: unknown[] = [];
      const hanging = await insert(...milestones('hanging', 4));
      await insert(...milestones('other', 8));

      inbox.start(
        ({ milestoneId }, { signal }) => {
          if (milestoneId?.startsWith('other')) return;
          signals.push(signal);
          return endless();
        },
        {
          concurrency: 4,
          handlerTimeoutInMs,
          retryAt: () => retryAt,
          onError: (error) => errors.push(error),
        },
      );
      await untilCounts(inbox, { done: 8, pending: 4 });

      expect(await inbox.find({ status: 'pending' })).toMatchObject(
        hanging.map((event) => ({ key: event.key, attempts: 1, lastError: timeoutMessage(event), retryAt })),
      );
      expect(errors).toEqual(
        expect.arrayContaining(hanging.map((event) => new WebhookError('inbox', timeoutMessage(event)))),
      );
      expect(new Set(signals.map(({ reason }) => reason))).toEqual(new Set(errors));
    },
  );

  test('write nothing after their time', async ({ opened, inbox, insert }) => {
    const { promise: end, resolve: endHandler } = Promise.withResolvers<void>();
    let late: Promise<void> | undefined;
    await insert({});
    inbox.start(
      async (_event, { attempt, transaction }) => {
        await kind.note(transaction, `attempt ${attempt}`);
        if (late) return;
        late = end.then(() => kind.note(transaction, 'late'));
        await late;
      },
      { handlerTimeoutInMs, firstDelayInMs: 1, onError: () => {} },
    );
    await untilCounts(inbox, { done: 1 });

    endHandler();

    await expect(late).rejects.toThrow();
    expect(await opened.notes()).toEqual([expect.stringContaining('attempt')]);
  });

  test.runIf(kind.name === 'memory')(
    'are reported if they hold up all others for a minute',
    async ({ inbox, insert }) => {
      vi.useFakeTimers();
      onTestFinished(() => void vi.useRealTimers());
      const errors: unknown[] = [];
      await insert({});
      const processing = inbox.start(endless, { concurrency: 1, onError: (error) => errors.push(error) });

      await vi.advanceTimersByTimeAsync(59_000);
      expect(errors).toEqual([]);
      await vi.advanceTimersByTimeAsync(62_000);
      const message = expect.stringMatching(/none of the 1 running handlers.*Lower handlerTimeoutInMs/);
      expect(errors[0]).toMatchObject({ code: 'inbox', message });

      const stopped = processing.stop({ limitInMs: 1 });
      await vi.advanceTimersByTimeAsync(60_000);
      await stopped;
    },
  );
});
