import { until } from '@escrow-kit/tools/until';
import { expect, onTestFinished, test } from 'vitest';
import { incoming } from './support/describe-inboxes.ts';
import { durableKinds } from './support/inbox-kinds.ts';
import { type Child, createTraceStore, killWhileHandling } from './support/processes.ts';
import { countAll, untilCounts } from './support/until.ts';

test.each(durableKinds)(
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

const attempts = 20;
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

test.each(durableKinds)(
  'with $name, an event whose handler ends two processes again and again is the only dead one in the end',
  async (kind) => {
    const { inbox, start, traces, dispose } = await createTraceStore(kind);
    // In the middle, with others before and after it.
    for (const contractId of goodMilestones.toSpliced(3, 0, deadlyMilestone)) {
      await inbox.insert(await incoming({ contractId }));
    }
    const workers = [1, 2].map(() => start({ handler: { takesInMs: 30, deadlyMilestone, attempts } }));
    let isOver = false;
    const supervised = workers.map((worker) => supervise(worker, () => isOver));
    onTestFinished(async () => {
      isOver = true;
      await dispose();
    });

    await untilCounts(inbox, { pending: 0, processing: 0 });

    expect(await countAll(inbox)).toMatchObject({ done: goodMilestones.length, dead: 1 });
    expect(await inbox.deadLetters()).toMatchObject([{ event: { milestoneId: deadlyMilestone }, attempts }]);
    expect(await inbox.find({ status: 'done' })).toMatchObject(goodMilestones.map(() => ({ attempts: 1 })));
    expect((await traces()).map(({ milestone }) => milestone).toSorted()).toEqual(goodMilestones);
    isOver = true;
    await Promise.all(workers.map((worker) => worker.kill()));
    expect((await Promise.all(supervised)).reduce((sum, deaths) => sum + deaths, 0)).toBeLessThanOrEqual(mostDeaths);
  },
);
