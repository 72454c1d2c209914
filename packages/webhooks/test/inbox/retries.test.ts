import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Inbox } from '../../src/index.ts';
import type { FailedAttempt } from '../../src/processing/processing.ts';
import { incoming, type Sent } from './support/events.ts';
import { inboxKinds, type OpenedInbox } from './support/inbox-kinds.ts';
import { until, untilCounts } from './support/until.ts';

/** Retries without long delays. */
const quickly = { firstDelayInMs: 1, longestDelayInMs: 1 };

describe.each(inboxKinds)('retries in the $name inbox', (kind) => {
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

  test('retries a failed event, and reports it', async () => {
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

  test('warns if there is no onError, without the message of the handler', async () => {
    const warnings: string[] = [];
    const listen = ({ name, message }: Error) => void (name === 'EscrowWebhooksWarning' && warnings.push(message));
    process.on('warning', listen);
    onTestFinished(() => void process.off('warning', listen));
    const { key } = await incoming();
    await insert({});

    inbox.start(
      () => {
        throw new Error('Ali');
      },
      { ...quickly, attempts: 2 },
    );
    await until(() => expect(warnings).toHaveLength(2));

    expect(warnings).toEqual([
      expect.stringContaining(`Attempt 1 at the event ${key} failed; the next one is at 20`),
      expect.stringContaining(`Attempt 2 at the event ${key} failed; it was the last one, so the event is dead.`),
    ]);
    expect(warnings.join()).not.toContain('Ali');
  });

  test('uses the given clock for the times of attempts', async () => {
    const now = new Date('2026-11-21T09:00:00Z');
    const clocked = await kind.open({ now: () => now });
    onTestFinished(() => clocked.dispose());
    const failed: (FailedAttempt | undefined)[] = [];
    await clocked.inbox.insert(await incoming());
    await clocked.inbox.insert(await incoming({ contractId: 'milestone-2' }));

    clocked.inbox.start(
      (event) => {
        if (event.milestoneId === 'milestone-2') throw new Error('no');
      },
      { firstDelayInMs: 60_000, onError: (_error, attempt) => failed.push(attempt) },
    );
    await untilCounts(clocked.inbox, { done: 1, pending: 1 });

    const [done, waiting] = await clocked.inbox.find();
    expect(done).toMatchObject({ status: 'done', handledAt: now });
    expect(failed).toMatchObject([{ retryAt: waiting?.retryAt }]);
    const delayInMs = Number(waiting?.retryAt) - now.getTime();
    expect(delayInMs).toBeGreaterThanOrEqual(0);
    expect(delayInMs).toBeLessThan(60_000);
  });

  test('HOOK-7 a failed event waits for its delay, however much is handled meanwhile', async () => {
    const now = new Date('2026-11-21T09:00:00Z');
    const clocked = await kind.open({ now: () => now });
    onTestFinished(() => clocked.dispose());
    const failed: unknown[] = [];
    await clocked.inbox.insert(await incoming({ contractId: 'failing' }));

    clocked.inbox.start(
      (event) => {
        if (event.milestoneId === 'failing') throw new Error('no');
      },
      { concurrency: 1, firstDelayInMs: 60_000, onError: (error) => failed.push(error) },
    );
    for (const done of [1, 2, 3]) {
      await clocked.inbox.insert(await incoming({ contractId: `other-${done}` }));
      await untilCounts(clocked.inbox, { done, pending: 1 });
    }

    expect(failed).toHaveLength(1);
  });

  test('HOOK-7 a failing event holds up the later ones of its milestone, and no others', async () => {
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

  test('an event without attempts left is dead, and no longer holds up others', async () => {
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

  test.each<[string, unknown, string]>([
    ['a text', 'plain text', 'plain text'],
    ['nothing', undefined, 'undefined'],
    ['an object without a text', Object.create(null), 'The handler threw a value that cannot be printed.'],
    ['an Error without a text as message', Object.assign(new Error(), { message: 5 }), '5'],
    ['an Error with characters that no database takes', new Error('a\u0000\ud800'), 'a\ufffd\ufffd'],
  ])('a handler that throws %s leaves it as the last error', async (_title, thrown, lastError) => {
    await insert({});

    inbox.start(() => Promise.reject(thrown), { ...quickly, attempts: 2 });
    await untilCounts(inbox, { dead: 1 });

    expect(await inbox.deadLetters()).toMatchObject([{ lastError, attempts: 2 }]);
  });

  test('what a handler writes through its transaction is committed once, with the event', async () => {
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
});
