import { isSoak, repeats } from '@escrow-kit/tools';
import { until } from '@escrow-kit/tools/until';
import { expect, onTestFinished, test } from 'vitest';
import { incoming } from './support/describe-inboxes.ts';
import { type DurableKind, durableKinds, sqlite } from './support/inbox-kinds.ts';
import { type Child, createTraceStore } from './support/processes.ts';
import { countAll, untilCounts } from './support/until.ts';

/** Longer than any test. */
const hangs = { takesInMs: 2 ** 30 };

/** Stores events that a process is handling when it is killed. Resolves with the inbox of another process. */
async function killWhileHandling(kind: DurableKind, milestones: readonly string[]) {
  const { inbox, start, dispose } = await createTraceStore(kind);
  onTestFinished(dispose);
  const worker = start({ handler: hangs });
  for (const contractId of milestones) await inbox.insert(await incoming({ contractId }));
  await untilCounts(inbox, { processing: milestones.length });
  return { inbox, kill: worker.kill };
}

test.each(durableKinds)(
  'HOOK-4 with $name, another process takes over the event of a dead one, before the events that wait for it',
  async (kind) => {
    const { inbox, kill } = await killWhileHandling(kind, ['milestone-1']);
    const handled: unknown[] = [];

    inbox.start((event, { attempt }) => void handled.push([event.status, attempt]));
    await inbox.insert(await incoming({ contractId: 'milestone-1', status: 'COMPLETED' }));
    await kill();
    await untilCounts(inbox, { done: 2 });

    expect(handled).toEqual([
      ['PAID', 1],
      ['COMPLETED', 1],
    ]);
  },
);

test.each(isSoak ? durableKinds : [sqlite])(
  'with $name and handlers that only send, events of a dead process that hang hold up no others',
  async (kind) => {
    const { inbox, kill } = await killWhileHandling(kind, ['hanging-1', 'hanging-2']);
    const isFree = Promise.withResolvers<void>();
    onTestFinished(() => isFree.resolve());
    await kill();
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
  },
);

const attempts = repeats({ test: 1, soak: 20 });
/** One for each attempt at the deadly event, and those before it was a suspect. */
const mostDeaths = 15 + attempts;
const deadlyMilestone = 'deadly';
const goodMilestones = ['milestone-0', 'milestone-1', 'milestone-2', 'milestone-3', 'milestone-4', 'milestone-5'];

/** Restarts a worker whenever it ends. Resolves with how often that was. */
async function supervise(worker: Child, isOver: () => boolean): Promise<number> {
  for (let deaths = 0; ; deaths += 1) {
    await worker.ended();
    if (isOver()) return deaths;
    worker.restart();
  }
}

test.each(isSoak ? durableKinds : [sqlite])(
  'with $name, an event whose handler ends the process is the only dead one in the end',
  async (kind) => {
    const { inbox, start, traces, dispose } = await createTraceStore(kind);
    // In the middle, with others before and after it.
    for (const contractId of goodMilestones.toSpliced(3, 0, deadlyMilestone)) {
      await inbox.insert(await incoming({ contractId }));
    }
    const workers = Array.from({ length: repeats({ test: 1, soak: 2 }) }, () =>
      start({ handler: { takesInMs: 30, deadlyMilestone, attempts } }),
    );
    let isOver = false;
    const supervised = workers.map((worker) => supervise(worker, () => isOver));
    onTestFinished(async () => {
      isOver = true;
      await dispose();
    });

    await untilCounts(inbox, { pending: 0, processing: 0 });

    expect(await countAll(inbox)).toMatchObject({ done: goodMilestones.length, dead: 1 });
    const lastError = 'The process ended, or lost its connection, during the attempt.';
    expect(await inbox.deadLetters()).toMatchObject([{ event: { milestoneId: 'deadly' }, attempts, lastError }]);
    expect(await inbox.find({ status: 'done' })).toMatchObject(goodMilestones.map(() => ({ attempts: 1 })));
    expect((await traces()).map(({ milestone }) => milestone).toSorted()).toEqual(goodMilestones);
    isOver = true;
    await Promise.all(workers.map((worker) => worker.kill()));
    expect((await Promise.all(supervised)).reduce((sum, deaths) => sum + deaths, 0)).toBeLessThanOrEqual(mostDeaths);
  },
);
