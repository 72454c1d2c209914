import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { attemptsInSeconds } from '@escrow-kit/spec';
import { isSoak, repeats } from '@escrow-kit/suite';
import { createDatabase } from '@escrow-kit/suite/postgres';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { defaultSettings } from '../src/domain/tenants/tenant.ts';
import { startSandbox } from '../src/index.ts';
import type { SandboxOptions } from '../src/sandbox.ts';
import { startService } from '../src/start-service.ts';
import { type Acknowledged, findLostWrites, findUnbalanced, findUndelivered, putLoad } from './support/load.ts';
import { createReceiver } from './support/receiver.ts';
import { type SpawnedSandbox, spawnSandbox } from './support/spawn-sandbox.ts';
import type { StartedService } from './support/started-sandbox.ts';
import { createFolder } from './support/temporary-folder.ts';

const kills = repeats({ test: 1, soak: 50 });
const longestLifeInMs = isSoak ? 200 : 50;
/** Far longer than the leases of the killed processes. */
const laterInMs = 3_600_000;
const limitInMs = 30_000;

describe.each(['a data folder', 'PostgreSQL'])('on %s', (store) => {
  test('a sandbox killed again and again under load keeps every acknowledged write and delivers every event', async () => {
    const receiver = await createReceiver();
    onTestFinished(() => receiver.close());
    const dataFolder = store === 'PostgreSQL' ? undefined : await createFolder();
    const options: SandboxOptions = dataFolder ? { dataFolder } : { databaseUrl: await createDatabase() };
    const env = { SANDBOX_DATA: dataFolder ?? '', SANDBOX_DATABASE_URL: options.databaseUrl ?? '' };
    await prepare({ ...options, webhookUrl: receiver.url });
    const acknowledged: Acknowledged = { customers: new Map(), states: new Map() };

    // In `pnpm soak`, another process on the same PostgreSQL stays alive, and takes over what the killed ones leave.
    const survivor = dataFolder || !isSoak ? undefined : await spawnSandbox([], { env });
    for (let kill = 0; kill < kills; kill += 1) await runAndKill(await spawnSandbox([], { env }), acknowledged);
    await survivor?.close();

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + laterInMs });
    onTestFinished(() => void vi.useRealTimers());
    const last = await startService(options);
    onTestFinished(() => last.sandbox.close());
    await last.sandbox.control.changeSettings({ webhookTimeoutInMs: defaultSettings.webhookTimeoutInMs });
    await waitUntilDelivered(last);

    expect(await findLostWrites(last, acknowledged)).toEqual([]);
    expect(await findUnbalanced(last)).toEqual([]);
    expect(await findUndelivered(last, new Set(receiver.events.map(({ body }) => body.referenceId)))).toEqual([]);
    expect(acknowledged.states.size).toBeGreaterThan(kills);
  });
});

/** A short time-out makes leases short, so that processes deliver what the ones before them have left. */
async function prepare(options: SandboxOptions): Promise<void> {
  const sandbox = await startSandbox(options);
  await sandbox.control.changeSettings({ webhookTimeoutInMs: 300 });
  await sandbox.close();
}

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
async function waitUntilDelivered({ sandbox: { control }, service: { db } }: StartedService): Promise<void> {
  const findPending = () => db.selectFrom('deliveries').where('state', '=', 'pending').select('id').execute();
  await vi.waitFor(
    async () => {
      await control.advance(attemptsInSeconds.at(-1) ?? 0);
      expect(await findPending(), 'deliveries that are still pending').toEqual([]);
    },
    { timeout: limitInMs },
  );
}

test('an idle store moves its writes into the file of the data folder, so no commit waits for that', async () => {
  const dataFolder = await createFolder();
  const { sandbox } = await startService({ dataFolder });
  onTestFinished(() => sandbox.close());

  // SQLite itself would start at a thousand pages, far more than an empty store has.
  await vi.waitFor(async () => {
    const { size } = await stat(join(dataFolder, 'sandbox.sqlite'));
    expect(size, 'bytes in the file').toBeGreaterThan(100_000);
  }, limitInMs);
});
