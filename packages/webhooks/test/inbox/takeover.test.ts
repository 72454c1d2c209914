import { repeats } from '@escrow-kit/suite';
import { until } from '@escrow-kit/suite/until';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startChild } from './support/child-process.ts';
import { incoming } from './support/events.ts';
import { durableKinds } from './support/inbox-kinds.ts';
import { createTraceStore, secret } from './support/trace-store.ts';
import { untilCounts } from './support/until.ts';

const processes = repeats({ test: 2, soak: 4 });

describe.each(durableKinds)('with $name', (kind) => {
  test('another process takes over the event of a dead one, before the events that wait for it', async () => {
    const { inbox, start, dispose } = await createTraceStore(kind);
    onTestFinished(dispose);
    const worker = start('hanging worker');
    await inbox.insert(await incoming());
    await untilCounts(inbox, { processing: 1 });
    const handled: unknown[] = [];

    inbox.start((event, { attempt }) => {
      handled.push([event.status, attempt]);
    });
    await inbox.insert(await incoming({ status: 'COMPLETED' }));
    await worker.kill();
    await untilCounts(inbox, { done: 2 });

    expect(handled).toEqual([
      ['PAID', 1],
      ['COMPLETED', 1],
    ]);
  });

  test('with handlers that only send, events of a dead process that hang hold up no others', async () => {
    const { inbox, start, dispose } = await createTraceStore(kind);
    const isFree = Promise.withResolvers<void>();
    onTestFinished(async () => {
      isFree.resolve();
      await dispose();
    });
    const worker = start('hanging worker');
    for (const contractId of ['hanging-1', 'hanging-2']) await inbox.insert(await incoming({ contractId }));
    await untilCounts(inbox, { processing: 2 });
    await worker.kill();
    const begun: unknown[] = [];

    inbox.start(
      async ({ milestoneId }) => {
        begun.push(milestoneId);
        if (milestoneId !== 'other') await isFree.promise;
      },
      { mayCrash: false },
    );
    await until(() => expect(begun.toSorted()).toEqual(['hanging-1', 'hanging-2']));
    await inbox.insert(await incoming({ contractId: 'other' }));

    await untilCounts(inbox, { done: 1, processing: 2 });
  });

  test('processes that start at once on an empty store create it together', async () => {
    const { address, dispose } = await kind.findPlace();
    const children = Array.from({ length: processes }, () =>
      startChild({ kind: kind.name, address, role: 'receiver', secret }),
    );
    onTestFinished(async () => {
      await Promise.all(children.map((child) => child.kill()));
      dispose();
    });

    await Promise.all(children.map((child) => child.ready()));

    expect(children.map((child) => child.errors())).toEqual(children.map(() => ''));
  });
});
