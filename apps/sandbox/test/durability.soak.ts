import { setTimeout as later } from 'node:timers/promises';
import { attemptsInSeconds } from '@escrow-kit/spec';
import { temporaryFolder } from '@escrow-kit/tools/temporary-folder';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startService } from '../src/start-service.ts';
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

const kills = 50;
const longestLifeInMs = 200;
const limitInMs = 30_000;

test('a sandbox killed again and again under load keeps every acknowledged write and delivers every event', async () => {
  const receiver = await createReceiver();
  onTestFinished(() => receiver.close());
  const dataFolder = temporaryFolder();
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
