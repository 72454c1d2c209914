import { isSoak, repeats } from '@escrow-kit/suite';
import { describe, test } from 'vitest';
import type { DeadlyHandler } from './support/child.ts';
import type { Child } from './support/child-process.ts';
import { incoming } from './support/events.ts';
import { durableKinds } from './support/inbox-kinds.ts';
import { createTraceStore } from './support/trace-store.ts';
import { countAll, untilCounts } from './support/until.ts';

const attempts = repeats({ test: 2, soak: 20 });
/** One for each attempt at the deadly event, and those before it was a suspect. */
const mostDeaths = 15 + attempts;
const goodEvents = 9;
const milestoneId = 'deadly';

/** Restarts a worker whenever it ends. */
async function supervise(worker: Child, isOver: () => boolean, onDeath: () => void): Promise<void> {
  for (;;) {
    await worker.ended();
    if (isOver()) return;
    onDeath();
    worker.restart();
  }
}

/** The short form of the test takes a third of the time. */
const endsAfterInMs = repeats({ test: 30, soak: 100 });
const othersTakeInMs = 3 * endsAfterInMs;

type Timing = [string, Omit<DeadlyHandler, 'milestoneId' | 'attempts'>];
const atOnce: Timing = ['at once', { endsAfterInMs: 0, othersTakeInMs: 0 }];
const timings: Timing[] = [
  ...(isSoak ? [atOnce] : []),
  [`after ${endsAfterInMs} ms, while the others take ${othersTakeInMs} ms`, { endsAfterInMs, othersTakeInMs }],
];

describe.concurrent.each(durableKinds)('with $name', (kind) => {
  describe.each(isSoak ? [1, 2] : [1])('and %i restarted workers', (workerCount) => {
    test.for(timings)(
      'an event whose handler ends the process %s is the only dead one in the end',
      async ([, timing], { expect, onTestFinished }) => {
        const { inbox, start, traces, dispose } = await createTraceStore(kind);
        const milestones = Array.from({ length: goodEvents }, (_, index) => `milestone-${index}`);
        // In the middle, with others before and after it.
        for (const contractId of milestones.toSpliced(goodEvents / 2, 0, milestoneId)) {
          await inbox.insert(await incoming({ contractId }));
        }
        const deadly = { ...timing, milestoneId, attempts };
        const workers = Array.from({ length: workerCount }, () => start('worker', { deadly }));
        let isOver = false;
        let deaths = 0;
        const supervised = workers.map((worker) =>
          supervise(
            worker,
            () => isOver,
            () => (deaths += 1),
          ),
        );
        onTestFinished(async () => {
          isOver = true;
          await dispose();
          await Promise.all(supervised);
        });

        await untilCounts(inbox, { pending: 0, processing: 0 });

        expect(await countAll(inbox)).toMatchObject({ done: goodEvents, dead: 1 });
        expect(await inbox.deadLetters()).toMatchObject([
          {
            event: { milestoneId },
            attempts,
            lastError: 'The process ended, or lost its connection, during the attempt.',
          },
        ]);
        expect(await inbox.find({ status: 'done' })).toMatchObject(milestones.map(() => ({ attempts: 1 })));
        expect((await traces()).map(({ milestone }) => milestone).toSorted()).toEqual(milestones);
        expect(deaths).toBeLessThanOrEqual(mostDeaths);
      },
    );
  });
});
