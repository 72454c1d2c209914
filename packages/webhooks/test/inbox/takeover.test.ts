import { repeats } from '@escrow-kit/suite';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ChildOptions } from './support/child.ts';
import { type Child, startChild } from './support/child-process.ts';
import { incoming } from './support/events.ts';
import { durableKinds, type TraceStore } from './support/inbox-kinds.ts';
import { untilCounts } from './support/until.ts';

const secret = 'whsec_takeover';
const processes = repeats({ test: 2, soak: 4 });

describe.each(durableKinds)('with $name', (kind) => {
  const start = (address: string, role: ChildOptions['role']) => startChild({ kind: kind.name, address, role, secret });

  /** A store with an event, and a process that is handling it. */
  async function createHandled(): Promise<TraceStore & { worker: Child }> {
    const created = await kind.createTraceStore();
    const worker = start(created.address, 'hanging worker');
    onTestFinished(async () => {
      await worker.kill();
      await created.dispose();
    });
    await created.inbox.insert(await incoming());
    await untilCounts(created.inbox, { processing: 1 });
    return { ...created, worker };
  }

  test('an event that ends its process at each attempt is dead after the last one', async () => {
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

  test('another process takes over the event of a dead one, before the events that wait for it', async () => {
    const { inbox, worker } = await createHandled();
    const handled: unknown[] = [];

    inbox.start((event, { attempt }) => {
      handled.push([event.status, attempt]);
    });
    await inbox.insert(await incoming({ status: 'COMPLETED' }));
    await worker.kill();
    await untilCounts(inbox, { done: 2 });

    expect(handled).toEqual([
      ['PAID', 2],
      ['COMPLETED', 1],
    ]);
  });

  test('processes that start at once on an empty store create it together', async () => {
    const { address, dispose } = await kind.findPlace();
    const children = Array.from({ length: processes }, () => start(address, 'receiver'));
    onTestFinished(async () => {
      await Promise.all(children.map((child) => child.kill()));
      dispose();
    });

    await Promise.all(children.map((child) => child.ready()));

    expect(children.map((child) => child.errors())).toEqual(children.map(() => ''));
  });
});
