import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { repeats } from '@escrow-kit/suite';
import { describe, test } from 'vitest';
import { expectEachHandledOnce } from './support/check-traces.ts';
import type { Child } from './support/child-process.ts';
import { durableKinds } from './support/inbox-kinds.ts';
import { createKeyCount, type KeyCount } from './support/key-count.ts';
import { retryDelaysInMs, sendUntil } from './support/sender.ts';
import { createTraceStore } from './support/trace-store.ts';
import { untilCounts } from './support/until.ts';

const kills = repeats({ test: 3, soak: 100 });
const workerCount = repeats({ test: 1, soak: 2 });
const senders = repeats({ test: 4, soak: 64 });

const delaysInMs = retryDelaysInMs({ timesFaster: 200 });

/**
 * Kills one child after another at random moments: while it starts, while it works, or between the two. It counts answered
 * events instead of time, so that a slow machine does as much as a fast one.
 */
async function killAtRandom(children: readonly Child[], acknowledged: KeyCount): Promise<void> {
  for (let count = 0; count < kills; count += 1) {
    const child = children[count % children.length] as Child;
    if (count % 4 > 0) {
      await child.ready();
      await acknowledged.more(randomInt(40));
    }
    // Without waiting for the start, to kill the child in the middle of it.
    await delay(randomInt(50));
    await child.kill();
    child.restart();
  }
}

describe.concurrent.each(durableKinds)(
  `a receiver and its workers that are killed ${kills} times, with $name`,
  (kind) => {
    test('HOOK-4 lose no event answered with 200, and handle none twice', async ({ expect, onTestFinished }) => {
      const store = await createTraceStore(kind);
      onTestFinished(store.dispose);
      const receiver = store.start('receiver');
      const children = [receiver, ...Array.from({ length: workerCount }, () => store.start('worker'))];
      const [acknowledged, failed] = [createKeyCount(), createKeyCount()];
      let isOver = false;

      const options = { port: receiver.port, delaysInMs, timeoutInMs: 2_000, connections: senders };
      const sending = sendUntil(() => isOver, { acknowledged, failed }, options);
      await killAtRandom(children, acknowledged);
      isOver = true;
      await sending;
      await untilCounts(store.inbox, { pending: 0, processing: 0 });

      expect(acknowledged.keys.size).toBeGreaterThan(kills);
      await expectEachHandledOnce(store, acknowledged);
      expect(children.map((child) => child.errors())).toEqual(children.map(() => ''));
    });
  },
);
