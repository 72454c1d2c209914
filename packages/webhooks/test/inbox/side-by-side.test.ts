import { eventStatuses } from '@escrow-kit/spec';
import { repeats } from '@escrow-kit/suite';
import { expect, onTestFinished, test } from 'vitest';
import type { EventToSend } from '../../src/index.ts';
import { expectEachOnceInOrder } from './support/check-traces.ts';
import { startChild } from './support/child-process.ts';
import { postgres } from './support/inbox-kinds.ts';
import { createSender, retryDelaysInMs } from './support/sender.ts';
import { untilCounts } from './support/until.ts';

const eventCount = repeats({ test: 160, soak: 20_000 });
/** Not a multiple of three, so each milestone has events of all statuses. */
const milestones = repeats({ test: 40, soak: 5_000 });
const workerCount = repeats({ test: 2, soak: 4 });
const connections = repeats({ test: 4, soak: 32 });
const secret = 'whsec_side-by-side';

const events = Array.from(
  { length: eventCount },
  (_, index): EventToSend => ({
    milestoneId: `milestone-${index % milestones}`,
    status: eventStatuses[index % eventStatuses.length] as string,
    referenceId: `reference-${index}`,
  }),
);

/** The same events in another order each time. */
function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

async function sendAll(port: number, toSend: readonly EventToSend[]): Promise<number> {
  const sender = createSender({
    port: () => port,
    secret,
    delaysInMs: retryDelaysInMs({ timesFaster: 100 }),
    timeoutInMs: 10_000,
    connections,
  });
  const waiting = toSend.values();
  let received = 0;
  const sendOn = async (): Promise<void> => {
    for (const event of waiting) if (await sender.send(event)) received += 1;
  };
  await Promise.all(Array.from({ length: connections }, sendOn));
  sender.close();
  return received;
}

test(`HOOK-7 two receivers and ${workerCount} workers handle each of ${eventCount} events once, in order or as late`, async () => {
  const { address, inbox, traces, dispose } = await postgres.createTraceStore();
  const store = { kind: postgres.name, address, secret };
  const receivers = [1, 2].map(() => startChild({ ...store, role: 'receiver' }));
  const workers = Array.from({ length: workerCount }, () => startChild({ ...store, role: 'worker' }));
  const children = [...receivers, ...workers];
  onTestFinished(async () => {
    await Promise.all(children.map((child) => child.kill()));
    await dispose();
  });
  await Promise.all(children.map((child) => child.ready()));
  const sent = shuffled([...events, ...shuffled(events).slice(0, eventCount / 3)]);

  const received = await Promise.all(
    receivers.map((receiver, index) =>
      sendAll(
        receiver.port() ?? 0,
        sent.filter((_, place) => place % 2 === index),
      ),
    ),
  );
  await untilCounts(inbox, { pending: 0, processing: 0 }, { intervalInMs: 100 });

  expect(received.reduce((sum, count) => sum + count)).toBe(sent.length);
  const handled = await traces();
  expect(handled).toHaveLength(eventCount);
  expectEachOnceInOrder(handled);
  expect(await inbox.counts()).toMatchObject({ done: eventCount, dead: 0, quarantined: 0 });
  expect(children.map((child) => child.errors())).toEqual(children.map(() => ''));
});
