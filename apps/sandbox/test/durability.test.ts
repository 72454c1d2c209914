import { setTimeout as later } from 'node:timers/promises';
import { attemptsInSeconds } from '@escrow-kit/spec';
import { isSoak, repeats } from '@escrow-kit/tools';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startSandbox } from '../src/index.ts';
import { startService } from '../src/start-service.ts';
import { createPayableMilestone, lead } from './support/escrow-steps.ts';
import {
  type Acknowledged,
  findLostWrites,
  findRepeatedMoves,
  findUnbalanced,
  findUndelivered,
  putLoad,
} from './support/load.ts';
import { createReceiver } from './support/receiver.ts';
import { type SpawnedSandbox, spawnSandbox } from './support/spawn-sandbox.ts';
import type { StartedService } from './support/started-sandbox.ts';
import { createFolder } from './support/temporary-folder.ts';

const kills = repeats({ test: 1, soak: 50 });
const longestLifeInMs = isSoak ? 200 : 50;
const limitInMs = 30_000;

test('a sandbox killed again and again under load keeps every acknowledged write and delivers every event', async () => {
  const receiver = await createReceiver();
  onTestFinished(() => receiver.close());
  const dataFolder = await createFolder();
  const acknowledged: Acknowledged = { customers: new Map(), states: new Map() };

  for (let kill = 0; kill < kills; kill += 1) {
    await runAndKill(await spawnSandbox(['--data', dataFolder, '--webhook-url', receiver.url]), acknowledged);
  }

  const last = await startService({ dataFolder });
  onTestFinished(() => last.sandbox.close());
  await waitUntilDelivered(last);

  expect(findLostWrites(last, acknowledged)).toEqual([]);
  expect(findUnbalanced(last)).toEqual([]);
  expect(findRepeatedMoves(last)).toEqual([]);
  expect(findUndelivered(last, new Set(receiver.events.map(({ body }) => body.referenceId)))).toEqual([]);
  expect(acknowledged.states.size).toBeGreaterThan(kills);
});

/** Kills it at a random moment after its first contract is completed. */
async function runAndKill(sandbox: SpawnedSandbox, acknowledged: Acknowledged): Promise<void> {
  const first = Promise.withResolvers<void>();
  const load = Promise.all([1, 2, 3].map(() => putLoad(sandbox, acknowledged, first.resolve)));
  await Promise.race([first.promise, load]);
  await later(Math.random() * longestLifeInMs);
  await sandbox.kill();
  await load;
}

/** Advances the clock beyond all retries, until none is pending. */
async function waitUntilDelivered({ sandbox: { control }, service: { store } }: StartedService): Promise<void> {
  await vi.waitFor(
    async () => {
      await control.advance(attemptsInSeconds.at(-1) ?? 0);
      expect(store.count('deliveries', { state: 'pending' }), 'deliveries that are still pending').toBe(0);
    },
    { timeout: limitInMs },
  );
}

test('the next sandbox delivers what a closed one was delivering', async () => {
  const receiver = await createReceiver();
  onTestFinished(() => receiver.close());
  receiver.answer = () => {};
  const dataFolder = await createFolder();
  const first = await startSandbox({ dataFolder, webhookUrl: receiver.url });
  const { milestoneId } = await createPayableMilestone(first);
  await lead(first, milestoneId, 'pay');
  await receiver.received(1);

  await first.close();
  receiver.answer = (response) => void response.writeHead(200).end();
  const second = await startSandbox({ dataFolder });
  await receiver.received(2);
  await second.close();

  expect(receiver.events.map(({ body }) => body)).toEqual([receiver.events[0]?.body, receiver.events[0]?.body]);
});

test('new ids sort after those in the data folder, even if the clock was put back meanwhile', async () => {
  const dataFolder = await createFolder();
  const first = await startService({ dataFolder });
  await createPayableMilestone(first.sandbox);
  first.service.requestLog.flush();
  const [newest] = first.service.store.list('requests', {}, 'id desc');
  if (!newest) throw new Error('No request was logged.');
  const ofTomorrow = (Date.now() + 86_400_000).toString(36).padStart(9, '0');
  const id = newest.id.replace(/_.{9}/, `_${ofTomorrow}`);
  first.service.store.insert('requests', { ...newest, id });
  await first.sandbox.close();

  const second = await startService({ dataFolder });
  onTestFinished(() => second.sandbox.close());
  await createPayableMilestone(second.sandbox);

  const { requests } = await second.sandbox.control.requests();
  expect(requests.findIndex((request) => request.id === id)).toBeGreaterThan(0);
});
