import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { until } from '@escrow-kit/suite/until';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { IncomingEvent } from '../../src/event.ts';
import { callHandler } from '../../src/inbox/attempts.ts';
import type { FailedAttempt, ProcessingSettings } from '../../src/inbox/processing.ts';
import { createSqliteInbox } from '../../src/inbox/sqlite.ts';
import { WorkLoop, type WorkResult, type WorkSource } from '../../src/inbox/work-loop.ts';
import { WebhookError } from '../../src/index.ts';
import { createFolder } from '../support/create-folder.ts';
import { describeInboxes } from './support/describe-inboxes.ts';
import { incoming } from './support/events.ts';
import { untilCounts } from './support/until.ts';

const pollIntervalInMs = 50;

/** A loop whose claims and clock the test controls. Returns what it reports. */
function startLoop(concurrency: number, claim: WorkSource['claim']): unknown[] {
  vi.useFakeTimers();
  const errors: unknown[] = [];
  const settings: ProcessingSettings = {
    concurrency,
    handlerTimeoutInMs: 300_000,
    longestDelayInMs: 1,
    planRetry: () => undefined,
    isOutage: () => false,
    retentionInMs: undefined,
    mayCrash: true,
    onError: (error) => errors.push(error),
    observer: undefined,
    now: () => new Date(),
  };
  const loop = new WorkLoop(settings, { claim, pollIntervalInMs, close: async () => {} });
  onTestFinished(async () => {
    const stopped = loop.stop({ limitInMs: 1 });
    await vi.advanceTimersByTimeAsync(60_000);
    await stopped;
    vi.useRealTimers();
  });
  return errors;
}

const endless = () => new Promise<never>(() => {});

test('after a short lock of the store events are handled again, while a handler is still running', async () => {
  const path = join(createFolder(), 'inbox.db');
  const inbox = createSqliteInbox({ path, busyTimeoutInMs: 1 });
  onTestFinished(() => inbox.close());
  const other = new DatabaseSync(path);
  onTestFinished(() => other.close());
  const { promise: end, resolve: endHandler } = Promise.withResolvers<void>();
  onTestFinished(() => endHandler());
  const errors: unknown[] = [];
  inbox.start(({ milestoneId }) => (milestoneId === 'long' ? end : undefined), {
    onError: (error) => errors.push(error),
  });
  await inbox.insert(await incoming({ contractId: 'long' }));
  await untilCounts(inbox, { processing: 1 });

  other.exec('begin immediate');
  await until(() => expect(errors).toHaveLength(1));
  other.exec('rollback');
  for (let event = 0; event < 5; event += 1) await inbox.insert(await incoming({ contractId: `later-${event}` }));
  await untilCounts(inbox, { done: 5 });

  expect(await inbox.counts()).toMatchObject({ pending: 0, processing: 1 });
});

test('after a failure, work that never ends does not block other work, which starts in growing numbers', async () => {
  const claims: number[] = [];
  let started = 0;
  startLoop(10, async (limit) => {
    claims.push(limit);
    if (claims.length === 2) throw new Error('locked');
    const count = claims.length === 1 ? 4 : limit;
    const work = Array.from({ length: count }, () => () => {
      started += 1;
      return endless();
    });
    return { work, delayInMs: 0 };
  });

  await vi.advanceTimersByTimeAsync(10 * pollIntervalInMs);

  // Four start, the second claim fails, and then the slots double from one until all are available.
  expect(claims).toEqual([10, 6, 1, 1, 2, 2]);
  expect(started).toBe(10);
});

test('while every claim fails, the pauses between claims grow to two seconds', async () => {
  const claimedAt: number[] = [];
  startLoop(10, async () => {
    claimedAt.push(performance.now());
    throw new Error('locked');
  });

  await vi.advanceTimersByTimeAsync(10_000);

  expect(pausesOf(claimedAt).slice(0, 8)).toEqual([50, 100, 200, 400, 800, 1_600, 2_000, 2_000]);
});

test('handlers that hold up all other events for a minute are reported', async () => {
  const errors = startLoop(1, async () => ({ work: [endless], delayInMs: 0 }));

  await vi.advanceTimersByTimeAsync(59_000);
  expect(errors).toEqual([]);
  await vi.advanceTimersByTimeAsync(2_000);

  expect(errors).toMatchObject([
    { code: 'inbox', message: expect.stringMatching(/none of the 1 handlers.* 6\d s.*set handlerTimeoutInMs lower/) },
  ]);
});

test('in an outage, the one handler that tries again is reported if it holds up all other events', async () => {
  const results = [Promise.resolve<WorkResult>('outage'), endless()];
  const errors = startLoop(10, async () => {
    const result = results.shift();
    return { work: result ? [() => result] : [], delayInMs: 0 };
  });

  await vi.advanceTimersByTimeAsync(121_000);

  expect(errors).toMatchObject([{ message: expect.stringContaining('none of the 1 handlers in progress') }]);
});

test('work that takes longer than its handler may is reported as waiting for the store', async () => {
  const errors = startLoop(1, async () => ({ work: [endless], delayInMs: 0 }));

  await vi.advanceTimersByTimeAsync(361_000);

  expect(errors.at(-1)).toMatchObject({ message: expect.stringMatching(/: the store has not answered for 3[56]\d s/) });
});

test.each([1, 10])('with a concurrency of %d, the first pause after a success is short again', async (concurrency) => {
  const claimedAt: number[] = [];
  startLoop(concurrency, async () => {
    claimedAt.push(performance.now());
    if (claimedAt.length % 2 === 1) throw new Error('locked');
    return { work: [], delayInMs: 0 };
  });

  await vi.advanceTimersByTimeAsync(1_000);

  // A timer of 0 ms takes 1 ms.
  const pauses = pausesOf(claimedAt).filter((pauseInMs) => pauseInMs > 1);
  expect(pauses.length).toBeGreaterThanOrEqual(10);
  expect(new Set(pauses)).toEqual(new Set([pollIntervalInMs]));
});

const pausesOf = (times: number[]): number[] =>
  times.slice(1).map((time, index) => Math.round(time - (times[index] ?? 0)));

test('the timer of a handler ends with it', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { key, rawBody, receivedAt } = await incoming();
  const claimed = {
    key,
    rawBody,
    receivedAt,
    seq: 1,
    orderingKey: key,
    attempt: 1,
    isLate: false,
    openSince: receivedAt,
  };
  const { signal } = new AbortController();

  await callHandler(claimed, { handle: () => {}, transaction: undefined, signal, timeoutInMs: 1_000 });

  expect(vi.getTimerCount()).toBe(0);
});

describeInboxes('handlers that hang in', (test, kind) => {
  const handlerTimeoutInMs = 50;
  const timeoutMessage = ({ key, event }: IncomingEvent): string =>
    `The handler of the event ${key} (milestone ${event.milestoneId}) did not end within 50 ms (handlerTimeoutInMs). It goes on running unless it heeds context.signal: give what it waits for a time limit.`;
  const milestones = (name: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({ contractId: `${name}-${index}` }));

  test('hold up no others in all slots: after handlerTimeoutInMs their attempts have failed', async ({
    inbox,
    insert,
  }) => {
    const retryAt = new Date(Date.now() + 200_000);
    const signals: AbortSignal[] = [];
    const errors: unknown[] = [];
    const failed: (FailedAttempt | undefined)[] = [];
    const hanging = await insert(...milestones('hanging', 4));
    await insert(...milestones('other', 20));

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
        onError(error, attempt) {
          errors.push(error);
          failed.push(attempt);
        },
      },
    );
    await untilCounts(inbox, { done: 20, pending: 4 });

    expect(await inbox.find({ status: 'pending' })).toMatchObject(
      hanging.map((event) => ({ key: event.key, attempts: 1, lastError: timeoutMessage(event), retryAt })),
    );
    expect(failed).toHaveLength(4);
    expect(failed).toEqual(expect.arrayContaining(hanging.map(({ key }) => ({ key, attempt: 1, retryAt }))));
    expect(errors).toEqual(
      expect.arrayContaining(hanging.map((event) => new WebhookError('inbox', timeoutMessage(event)))),
    );
    expect(new Set(signals.map(({ reason }) => reason))).toEqual(new Set(errors));
  });

  test('leave dead letters after their last attempt', async ({ inbox, insert }) => {
    const hanging = await insert({}, { contractId: undefined, status: 'COMPLETED' });

    inbox.start(endless, { handlerTimeoutInMs, attempts: 2, firstDelayInMs: 1, onError: () => {} });
    await untilCounts(inbox, { dead: 2 });

    const [keyed, unkeyed] = await inbox.deadLetters();
    expect(keyed).toMatchObject({ attempts: 2, lastError: timeoutMessage(hanging[0] as IncomingEvent) });
    expect(unkeyed).toMatchObject({ attempts: 2, lastError: expect.stringContaining('(no milestone)') });
  });

  test('write nothing after their time', async ({ opened, inbox, insert }) => {
    const { promise: end, resolve: endHandler } = Promise.withResolvers<void>();
    let late: Promise<void> | undefined;
    await insert({});
    inbox.start(
      async (_event, { attempt, transaction }) => {
        await kind.note(transaction, `attempt ${attempt}`);
        if (attempt > 1) return;
        late = end.then(() => kind.note(transaction, 'late'));
        await late;
      },
      { handlerTimeoutInMs, firstDelayInMs: 1, onError: () => {} },
    );
    await untilCounts(inbox, { done: 1 });

    endHandler();

    await expect(late).rejects.toThrow();
    expect(await opened.notes()).toEqual(['attempt 2']);
  });
});
