import { type PostgresServer, startPostgres } from '@escrow-kit/postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { EventContext, FailedAttempt, Inbox } from '../../src/index.ts';
import { createDeferred } from './support/deferred.ts';
import { incoming, type Sent } from './support/events.ts';
import { memory, type OpenedInbox, postgres, sqlite } from './support/inbox-kinds.ts';
import { untilCounts } from './support/until.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

/** Retries that do not keep a test waiting. */
const quickly = { firstDelayInMs: 1, longestDelayInMs: 1 };

describe.each([memory, sqlite, postgres])('processing in the $name inbox', (kind) => {
  let opened: OpenedInbox;
  let inbox: Inbox;
  beforeEach(async () => {
    opened = await kind.open(server);
    inbox = opened.inbox;
  });
  afterEach(() => opened.dispose());

  const insert = async (...sent: Sent[]): Promise<void> => {
    for (const each of sent) await inbox.insert(await incoming(each));
  };

  test('HOOK-3 an event is stored while a handler is still busy with another', async () => {
    const { promise, resolve } = createDeferred();
    inbox.start(() => promise);
    await insert({ contractId: 'a' });
    await untilCounts(inbox, { processing: 1 });

    await insert({ contractId: 'a', status: 'COMPLETED' });

    expect(await inbox.counts()).toMatchObject({ processing: 1, pending: 1 });
    resolve();
    await untilCounts(inbox, { done: 2 });
  });

  test('HOOK-5 hands PAID, CASHOUT_IN_PROGRESS and COMPLETED over once each, in the order of arrival', async () => {
    const handled: unknown[] = [];
    const statuses = ['PAID', 'CASHOUT_IN_PROGRESS', 'COMPLETED'];
    await insert(...statuses.map((status) => ({ status })));

    inbox.start((event, { key, attempt, stale, receivedAt }) => {
      handled.push([event.status, event.milestoneId, typeof key, attempt, stale, receivedAt instanceof Date]);
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

  test('HOOK-8 an unknown status is handed over with its body', async () => {
    const handled: unknown[] = [];
    inbox.start((event) => {
      handled.push(event);
    });

    await insert({ status: 'REFUNDED', reason: 'returned' });
    await untilCounts(inbox, { done: 1 });

    expect(handled).toMatchObject([{ status: 'unknown', receivedStatus: 'REFUNDED', body: { reason: 'returned' } }]);
  });

  test('STATE-4 an event below a status that was handled is stale, whatever the milestone was sent before', async () => {
    const stale: unknown[] = [];
    inbox.start((event, context) => {
      stale.push([event.referenceId, context.stale]);
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

    expect(stale).toEqual([
      ['1', false],
      ['2', true],
      ['3', false],
      ['4', false],
      ['5', true],
      ['6', false],
      ['7', true],
    ]);
  });

  test('HOOK-7 an event is not stale because of another milestone, or of one that was never handled', async () => {
    const stale: boolean[] = [];
    inbox.start(
      (event, context) => {
        if (event.status === 'COMPLETED' && event.milestoneId === 'b') throw new Error('no');
        stale.push(context.stale);
      },
      { ...quickly, attempts: 1 },
    );

    await insert(
      { contractId: 'a', status: 'COMPLETED' },
      { contractId: 'b', status: 'COMPLETED' },
      { contractId: 'b' },
    );
    await untilCounts(inbox, { done: 2, dead: 1 });

    expect(stale).toEqual([false, false]);
  });

  test('HOOK-7 handles one event at a time of a milestone, and different milestones at the same time', async () => {
    const { promise, resolve } = createDeferred();
    const begun: string[] = [];
    inbox.start(async (event) => {
      begun.push(`${event.milestoneId} ${event.status}`);
      await promise;
    });
    await insert({ contractId: 'a' });
    await vi.waitFor(() => expect(begun).toEqual(['a PAID']));

    await insert({ contractId: 'a', status: 'COMPLETED' }, { contractId: 'b' }, { contractId: 'c' });
    await vi.waitFor(() => expect(begun).toHaveLength(3));

    expect(begun.toSorted()).toEqual(['a PAID', 'b PAID', 'c PAID']);
    expect(await inbox.counts()).toMatchObject({ processing: 3, pending: 1 });
    resolve();
    await untilCounts(inbox, { done: 4 });
    expect(begun.at(-1)).toBe('a COMPLETED');
  });

  test('HOOK-8 events that name no milestone do not wait for each other', async () => {
    const { promise, resolve } = createDeferred();
    inbox.start(() => promise);

    await insert({ contractId: undefined, status: 'COMPLETED' }, { contractId: undefined, status: 'REFUNDED' });

    await untilCounts(inbox, { processing: 2 });
    resolve();
  });

  test('handles no more events at the same time than it was told', async () => {
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
    await vi.waitFor(() => expect(running).toBe(3));
    resolve();
    await untilCounts(inbox, { done: 20 });

    expect(most).toBe(3);
  });

  test('tries again what failed, and says so', async () => {
    const attempts: number[] = [];
    const failed: (FailedAttempt | undefined)[] = [];
    const { key } = await incoming();
    await insert({});

    inbox.start(
      (_event, { attempt }) => {
        attempts.push(attempt);
        if (attempt < 3) throw new Error(`no ${attempt}`);
      },
      { ...quickly, onError: (_error, attempt) => failed.push(attempt) },
    );
    await untilCounts(inbox, { done: 1 });

    expect(attempts).toEqual([1, 2, 3]);
    expect(failed).toEqual([1, 2].map((attempt) => ({ key, attempt, retryAt: expect.any(Date) })));
    expect(await inbox.find()).toMatchObject([{ attempts: 3, lastError: 'no 2', retryAt: undefined }]);
  });

  test('HOOK-7 an event that fails holds up the later ones of its milestone, and no others', async () => {
    const handled: string[] = [];
    await insert(
      { contractId: 'a' },
      { contractId: 'a', status: 'COMPLETED' },
      { contractId: 'b', status: 'COMPLETED' },
    );

    inbox.start(
      (event) => {
        if (event.status === 'PAID' && !handled.includes('b COMPLETED')) throw new Error('no');
        handled.push(`${event.milestoneId} ${event.status}`);
      },
      { ...quickly, concurrency: 1, attempts: 1_000 },
    );
    await untilCounts(inbox, { done: 3 });

    expect(handled).toEqual(['b COMPLETED', 'a PAID', 'a COMPLETED']);
  });

  test('an event whose attempts are used up is dead, and holds nothing up', async () => {
    const attempts: number[] = [];
    await insert({}, { status: 'COMPLETED' });

    inbox.start(
      (event, { attempt }) => {
        if (event.status === 'COMPLETED') return;
        attempts.push(attempt);
        throw new Error('never');
      },
      { ...quickly, attempts: 3 },
    );
    await untilCounts(inbox, { done: 1, dead: 1, pending: 0 });

    expect(attempts).toEqual([1, 2, 3]);
    expect(await inbox.deadLetters()).toMatchObject([
      { status: 'dead', attempts: 3, lastError: 'never', retryAt: undefined },
    ]);
  });

  test('a dead event is handled again when it is replayed', async () => {
    let isMended = false;
    const { key } = await incoming();
    inbox.start(
      () => {
        if (!isMended) throw new Error('broken');
      },
      { ...quickly, attempts: 2 },
    );
    await insert({});
    await untilCounts(inbox, { dead: 1 });
    isMended = true;

    const replays = [await inbox.replay(key), await inbox.replay('unknown')];
    await untilCounts(inbox, { done: 1, dead: 0 });

    expect(replays).toEqual([true, false]);
    expect(await inbox.find()).toMatchObject([{ attempts: 1 }]);
    expect(await inbox.replay(key)).toBe(false);
  });

  test('a handler that throws no Error leaves its value as the last error', async () => {
    await insert({});

    inbox.start(() => Promise.reject('plain text'), { attempts: 1 });
    await untilCounts(inbox, { dead: 1 });

    expect(await inbox.deadLetters()).toMatchObject([{ lastError: 'plain text' }]);
  });

  test('what a handler writes through its transaction counts once, with the event that is done', async () => {
    await insert({});

    inbox.start(
      async (_event, { transaction, attempt }) => {
        await opened.note(transaction, `attempt ${attempt}`);
        if (attempt < 3) throw new Error('after writing');
      },
      { ...quickly },
    );
    await untilCounts(inbox, { done: 1 });

    expect(await opened.notes()).toEqual(['attempt 3']);
  });

  test('stop begins no new event and waits for those in progress', async () => {
    const { promise, resolve } = createDeferred();
    const processing = inbox.start(() => promise);
    await insert({ contractId: 'a' }, { contractId: 'a', status: 'COMPLETED' });
    await untilCounts(inbox, { processing: 1 });

    const stopped = processing.stop();
    await insert({ contractId: 'b' });
    resolve();
    await stopped;

    expect(await inbox.counts()).toMatchObject({ done: 1, processing: 0, pending: 2 });
  });

  test('stop aborts what takes longer than its limit, and that is handled again by the next start', async () => {
    const { promise, resolve } = createDeferred();
    let context: EventContext | undefined;
    await insert({});
    const processing = inbox.start(async (_event, given) => {
      context = given;
      await opened.note(given.transaction, 'aborted');
      await promise;
    });
    await vi.waitFor(() => expect(context).toBeDefined());

    await processing.stop({ limitInMs: 1 });

    expect(context?.signal.aborted).toBe(true);
    expect(await inbox.find()).toMatchObject([{ status: 'pending', attempts: 0, lastError: undefined }]);
    resolve();
    inbox.start((_event, { transaction, attempt }) => opened.note(transaction, `attempt ${attempt}`));
    await untilCounts(inbox, { done: 1 });
    expect(await opened.notes()).toEqual(['attempt 1']);
  });

  test('an inbox is processed once at a time, and again after it was stopped', async () => {
    const processing = inbox.start(() => {});

    expect(() => inbox.start(() => {})).toThrow('already');
    await processing.stop();
    await processing.stop();
    inbox.start(() => {});

    await insert({});
    await untilCounts(inbox, { done: 1 });
  });

  test.each(['concurrency', 'attempts', 'firstDelayInMs', 'longestDelayInMs'])(
    'refuses %s that is no integer above 0',
    (name) => {
      for (const value of [0, -1, 1.5, Number.NaN]) {
        expect(() => inbox.start(() => {}, { [name]: value })).toThrow(`${name}: set it to`);
      }
    },
  );

  test.runIf(kind.isDurable)('takes up after a restart what was not done', async () => {
    await insert({});
    await inbox.close();
    const again = await opened.openAgain();
    const handled: string[] = [];

    again.start((event) => {
      handled.push(event.status);
    });
    await untilCounts(again, { done: 1 });

    expect(handled).toEqual(['PAID']);
  });

  test.runIf(kind.isDurable)('two inboxes on one store handle each event once', async () => {
    const { promise, resolve } = createDeferred();
    const again = await opened.openAgain();
    const begun: string[] = [];
    const handle = async (event: { milestoneId: string | undefined }): Promise<void> => {
      begun.push(event.milestoneId ?? '');
      await promise;
    };
    const milestones = Array.from({ length: 40 }, (_, index) => `m${index}`);
    inbox.start(handle);
    await insert({ contractId: 'm0' });
    await vi.waitFor(() => expect(begun).toEqual(['m0']));

    again.start(handle);
    for (const [index, contractId] of milestones.entries()) {
      await (index % 2 ? inbox : again).insert(await incoming({ contractId }));
    }
    resolve();
    await untilCounts(inbox, { done: milestones.length });

    expect(begun.toSorted()).toEqual(milestones.toSorted());
  });
});
