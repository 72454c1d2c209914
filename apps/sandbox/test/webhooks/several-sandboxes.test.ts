import { setTimeout as later } from 'node:timers/promises';
import { repeats } from '@escrow-kit/suite';
import { expect, test } from 'vitest';
import { startSandbox } from '../../src/index.ts';
import { startService } from '../../src/start-service.ts';
import { createPayableMilestone, lead } from '../support/escrow-steps.ts';
import { createReceiver } from '../support/receiver.ts';
import { createStore, giveBackStore } from '../support/started-sandbox.ts';

const contracts = repeats({ test: 3, soak: 60 });

test('several sandboxes on one PostgreSQL deliver each event once', async () => {
  const receiver = await createReceiver();
  const current = new Set<string>();
  let overlaps = 0;
  receiver.answer = async (response, _, { body: { referenceId } }) => {
    if (current.has(referenceId)) overlaps += 1;
    current.add(referenceId);
    // Long enough for every runner to look for work meanwhile.
    await later(5 + (receiver.events.length % 20));
    current.delete(referenceId);
    response.writeHead(200).end();
  };
  const storage = await createStore('PostgreSQL');
  const starts = [1, 2, 3].map(() => startService({ ...storage, webhookUrl: receiver.url }));
  const services = await Promise.all(starts);
  const at = (index: number) => services[index % services.length] ?? Promise.reject();

  await Promise.all(
    Array.from({ length: contracts }, async (_, index) => {
      const { milestoneId } = await createPayableMilestone((await at(index)).sandbox);
      await lead((await at(index + 1)).sandbox, milestoneId, 'pay');
      // All look for work at once.
      for (const { service } of services) service.wake();
      await lead((await at(index + 2)).sandbox, milestoneId, 'release', 'complete');
    }),
  );
  await receiver.received(3 * contracts);
  await Promise.all(services.map(({ sandbox }) => sandbox.close()));
  await giveBackStore(storage);

  const references = receiver.events.map(({ body }) => body.referenceId);
  expect({ requests: references.length, events: new Set(references).size, overlaps }).toEqual({
    requests: 3 * contracts,
    events: 3 * contracts,
    overlaps: 0,
  });
  await receiver.close();
});

test('the next sandbox delivers what a closed one was delivering', async () => {
  const receiver = await createReceiver();
  receiver.answer = () => {};
  const storage = await createStore('PostgreSQL');
  const first = await startSandbox({ ...storage, webhookUrl: receiver.url });
  const { milestoneId } = await createPayableMilestone(first);
  await lead(first, milestoneId, 'pay');
  await receiver.received(1);

  await first.close();
  receiver.answer = (response) => void response.writeHead(200).end();
  const second = await startSandbox(storage);
  await receiver.received(2);
  await second.close();
  await giveBackStore(storage);

  expect(receiver.events.map(({ body }) => body)).toEqual([receiver.events[0]?.body, receiver.events[0]?.body]);
  await receiver.close();
});
