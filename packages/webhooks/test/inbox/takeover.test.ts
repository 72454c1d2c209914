import { repeats } from '@escrow-kit/suite';
import { createDatabase } from '@escrow-kit/suite/postgres';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Child, startChild } from './support/child-process.ts';
import { incoming } from './support/events.ts';
import { createPostgresTraces, createSqliteTraces, type TraceStore } from './support/trace-stores.ts';
import { untilCounts } from './support/until.ts';

const secret = 'whsec_takeover';
const processes = repeats({ test: 2, soak: 4 });

describe.each<[string, () => Promise<TraceStore>]>([
  ['SQLite', createSqliteTraces],
  ['PostgreSQL', () => createPostgresTraces()],
])('with %s', (_name, createStore) => {
  /** A store, and a process in the middle of handling its event. */
  async function createHandled(): Promise<TraceStore & { worker: Child }> {
    const created = await createStore();
    const worker = startChild({ store: created.store, role: 'hanging worker', secret });
    onTestFinished(async () => {
      await worker.kill();
      await created.dispose();
    });
    await created.inbox.insert(await incoming());
    await untilCounts(created.inbox, { processing: 1 });
    return { ...created, worker };
  }

  test('the event of a process that died is taken up by another one', async () => {
    const { inbox, worker } = await createHandled();
    await worker.kill();
    const attempts: number[] = [];

    inbox.start((_event, { attempt }) => {
      attempts.push(attempt);
    });
    await untilCounts(inbox, { done: 1 });

    expect(attempts).toEqual([2]);
  });

  test('an event whose every attempt takes its process down is dead after the last one', async () => {
    const { inbox, worker } = await createHandled();
    await worker.kill();
    let count = 0;

    inbox.start(
      () => {
        count += 1;
      },
      { attempts: 1 },
    );
    await untilCounts(inbox, { dead: 1 });

    expect(count).toBe(0);
    expect(await inbox.deadLetters()).toMatchObject([{ lastError: expect.stringContaining('process ended') }]);
  });

  test('what a process that died held up is handled in its order', async () => {
    const { inbox, worker } = await createHandled();
    const handled: string[] = [];

    inbox.start((event) => {
      handled.push(event.status);
    });
    await inbox.insert(await incoming({ status: 'COMPLETED' }));
    await worker.kill();
    await untilCounts(inbox, { done: 2 });

    expect(handled).toEqual(['PAID', 'COMPLETED']);
  });

  test('several processes that start at once on an empty store create it together', async () => {
    const { store, dispose } = await createStore();
    const empty = 'path' in store ? { path: `${store.path}-empty` } : { connection: await createDatabase() };
    const children = Array.from({ length: processes }, () => startChild({ store: empty, role: 'receiver', secret }));
    onTestFinished(async () => {
      await Promise.all(children.map((child) => child.kill()));
      await dispose();
    });

    await Promise.all(children.map((child) => child.ready()));

    expect(children.map((child) => child.errors())).toEqual(children.map(() => ''));
  });
});
