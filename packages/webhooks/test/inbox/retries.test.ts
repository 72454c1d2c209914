import { until } from '@escrow-kit/tools/until';
import { expect, onTestFinished, vi } from 'vitest';
import type { IncomingEvent } from '../../src/event.ts';
import type { FailedAttempt, FailedEvent } from '../../src/inbox/processing.ts';
import { describeInboxes, leavesToOthers } from './support/describe-inboxes.ts';
import { collectWarnings, lookAgain, untilCounts } from './support/until.ts';

/** Retries without long delays. */
const quickly = { firstDelayInMs: 1, longestDelayInMs: 1 };
const dayInMs = 86_400_000;

function fail(): never {
  throw new Error('no');
}

describeInboxes('retries in', (test, kind) => {
  test('retries a failed event, reports it, and commits only the writes of the last attempt', async ({
    opened,
    inbox,
    insert,
  }) => {
    const failed: (FailedAttempt | undefined)[] = [];
    const [event] = await insert({});

    inbox.start(
      async (_event, { transaction, attempt }) => {
        await kind.note(transaction, `attempt ${attempt}`);
        if (attempt < 3) throw new Error(`no ${attempt}`);
      },
      { ...quickly, onError: (_error, attempt) => failed.push(attempt) },
    );
    await untilCounts(inbox, { done: 1 });

    expect(failed).toEqual([1, 2].map((attempt) => ({ key: event?.key, attempt, retryAt: expect.any(Date) })));
    expect(await inbox.find()).toMatchObject([{ attempts: 3, lastError: 'no 2', retryAt: undefined }]);
    expect(await opened.notes()).toEqual(['attempt 3']);
  });

  test.runIf(kind.name === 'memory')(
    'warns if there is no onError, without the message of the handler',
    async ({ inbox, insert }) => {
      const warnings = collectWarnings();
      const [event] = await insert({});

      inbox.start(() => Promise.reject(new Error('Ali')), { ...quickly, attempts: 2 });
      await until(() => expect(warnings).toHaveLength(2));

      expect(warnings).toEqual([
        expect.stringContaining(`Attempt 1 at the event ${event?.key} failed; the next one is at 20`),
        expect.stringContaining(`Attempt 2 at the event ${event?.key} failed; it was the last one`),
      ]);
      expect(warnings.join()).not.toContain('Ali');
    },
  );

  test.runIf(kind.name === 'memory')(
    'waits a random time of up to a delay that doubles, and up to the longest one',
    async ({ inbox, insert, clock }) => {
      vi.spyOn(Math, 'random').mockReturnValue(0.5);
      onTestFinished(() => void vi.restoreAllMocks());
      let now = new Date('2026-11-22T09:00:00Z');
      clock.now = now;
      const delays: number[] = [];
      await insert({});

      inbox.start(fail, {
        firstDelayInMs: 1_000,
        longestDelayInMs: 4_000,
        attempts: 5,
        onError(_error, failed) {
          if (!failed?.retryAt) return;
          delays.push(failed.retryAt.getTime() - now.getTime());
          now = failed.retryAt;
          clock.now = now;
          void lookAgain(inbox);
        },
      });
      await untilCounts(inbox, { dead: 1 });

      expect(delays).toEqual([500, 1_000, 2_000, 2_000]);
    },
  );

  test.skipIf(leavesToOthers(kind))(
    'HOOK-7 a failing event holds up the later ones of its milestone, and no others',
    async ({ inbox, insert }) => {
      const handled: string[] = [];
      await insert(
        { contractId: 'a' },
        { contractId: 'a', status: 'COMPLETED' },
        { contractId: 'b', status: 'COMPLETED' },
      );

      inbox.start(
        (event) => {
          if (event.status === 'PAID' && !handled.includes('b COMPLETED')) fail();
          handled.push(`${event.milestoneId} ${event.status}`);
        },
        { ...quickly, concurrency: 1, attempts: 1_000 },
      );
      await untilCounts(inbox, { done: 3 });

      expect(handled).toEqual(['b COMPLETED', 'a PAID', 'a COMPLETED']);
    },
  );

  test('an event without attempts left is dead and holds up no other, until it is replayed', async ({
    inbox,
    insert,
  }) => {
    const attempts: number[] = [];
    let isMended = false;
    const [paid] = await insert({}, { status: 'COMPLETED' });
    const { key } = paid as IncomingEvent;

    inbox.start(
      (event, { attempt }) => {
        if (event.status === 'COMPLETED') return;
        attempts.push(attempt);
        if (!isMended) fail();
      },
      { ...quickly, attempts: 3 },
    );
    await untilCounts(inbox, { done: 1, dead: 1, pending: 0 });
    const dead = await inbox.deadLetters();
    isMended = true;
    const replays = [await inbox.replay(key), await inbox.replay('unknown')];
    await untilCounts(inbox, { done: 2, dead: 0 });

    expect(attempts).toEqual([1, 2, 3, 1]);
    expect(dead).toMatchObject([{ status: 'dead', attempts: 3, lastError: 'no', retryAt: undefined }]);
    expect(replays).toEqual([true, false]);
    expect(await inbox.replay(key)).toBe(false);
  });

  test('what a handler throws is the last error, even if it has no text, or characters that no database takes', async ({
    inbox,
    insert,
  }) => {
    await insert({ contractId: 'no text' }, { contractId: 'odd text' });

    inbox.start(
      ({ milestoneId }) => Promise.reject(milestoneId === 'no text' ? Object.create(null) : new Error('a\u0000\ud800')),
      { ...quickly, attempts: 1 },
    );
    await untilCounts(inbox, { dead: 2 });

    expect(await inbox.deadLetters()).toMatchObject([
      { lastError: 'The handler threw a value that cannot be printed.', attempts: 1 },
      { lastError: 'a\ufffd\ufffd', attempts: 1 },
    ]);
  });

  // What SQLite has of it is the code of the memory inbox.
  test.skipIf(kind.name === 'SQLite')(
    'while what handlers call is down, few events are attempted, and all once it is up again',
    async ({ inbox, insert }) => {
      const events = 60;
      let isDown = true;
      let attempts = 0;
      await insert(...Array.from({ length: events }, (_, index) => ({ contractId: `milestone-${index}` })));

      inbox.start(
        () => {
          attempts += 1;
          if (isDown) fail();
        },
        { ...quickly, attempts: 1_000, isOutage: () => true, onError: () => {} },
      );
      await until(() => expect(attempts).toBeGreaterThan(0));
      await untilCounts(inbox, { processing: 0 });
      // The first ten, and one after the first pause of a second or less.
      expect(attempts).toBeLessThanOrEqual(11);
      isDown = false;
      await untilCounts(inbox, { done: events });
    },
  );

  test.runIf(kind.name === 'memory')(
    'an isOutage that throws is reported and counts as false: nothing pauses',
    async ({ inbox, insert }) => {
      vi.useFakeTimers().setTimerTickMode('nextTimerAsync');
      onTestFinished(() => void vi.useRealTimers());
      const errors: unknown[] = [];
      const attemptedAt: number[] = [];
      await insert({});

      inbox.start(
        (_event, { attempt }) => {
          attemptedAt.push(performance.now());
          if (attempt === 1) fail();
        },
        {
          ...quickly,
          isOutage() {
            throw new TypeError('isOutage');
          },
          onError: (error) => errors.push(error),
        },
      );
      await untilCounts(inbox, { done: 1 });

      const [first = 0, second = 0] = attemptedAt;
      expect(second - first).toBeLessThan(100);
      expect(errors).toEqual([new Error('no'), new TypeError('isOutage')]);
    },
  );
});

describeInboxes('a plan of retries in', (test, kind) => {
  test.skipIf(leavesToOthers(kind))(
    'decides when a failed event is attempted again, and when it is dead',
    async ({ inbox, insert, clock }) => {
      const start = new Date('2026-11-22T09:00:00Z');
      clock.now = start;
      const planned: FailedEvent[] = [];
      await insert({});

      inbox.start(fail, {
        longestDelayInMs: 3_600_000,
        retryAt(failed) {
          planned.push(failed);
          // Too late the first time.
          return failed.attempt === 1 ? new Date(start.getTime() + 7_200_000) : undefined;
        },
        onError: () => {},
      });
      await until(async () =>
        expect(await inbox.find()).toMatchObject([{ retryAt: new Date('2026-11-22T10:00:00Z') }]),
      );
      clock.now = new Date('2026-11-22T10:00:00Z');
      await lookAgain(inbox);
      await untilCounts(inbox, { dead: 1 });

      expect(planned).toEqual([
        { error: new Error('no'), attempt: 1, receivedAt: start, openSince: start, now: start },
        { error: new Error('no'), attempt: 2, receivedAt: start, openSince: start, now: clock.now },
      ]);
    },
  );

  test('counts from when an event arrived, was replayed, or a pause ended: the latest', async ({
    inbox,
    insert,
    clock,
  }) => {
    const days = [22, 23, 24].map((day) => new Date(`2026-11-${day}T09:00:00Z`));
    const openSince: Date[] = [];
    [clock.now] = days;
    const [event] = await insert({});
    const replay = async () => expect(await inbox.replay(event?.key ?? '')).toBe(true);

    inbox.start(fail, { retryAt: (failed) => void openSince.push(failed.openSince), onError: () => {} });
    await untilCounts(inbox, { dead: 1 });
    clock.now = days[1];
    await replay();
    await untilCounts(inbox, { dead: 1 });
    await inbox.pause();
    await replay();
    clock.now = days[2];
    await inbox.resume();
    await untilCounts(inbox, { dead: 1 });

    expect(openSince).toEqual(days);
  });
});

describeInboxes('a clock that is put back, in', (test, kind) => {
  const start = new Date('2026-11-22T09:00:00Z');

  test.runIf(kind.isDurable)(
    'a day before a restart, holds up no retry, and nothing that is new',
    async ({ opened, inbox, insert, clock }) => {
      clock.now = start;
      await insert({ contractId: 'failing' });
      inbox.start(fail, { firstDelayInMs: 1_800_000, longestDelayInMs: 1_800_000, onError: () => {} });
      await until(async () => expect(await inbox.find()).toMatchObject([{ retryAt: expect.any(Date) }]));
      await insert({ contractId: 'new' });
      await inbox.close();

      clock.now = new Date(start.getTime() - dayInMs);
      const again = await opened.openAgain();
      again.start(() => {});

      await untilCounts(again, { done: 2 });
    },
  );
});
