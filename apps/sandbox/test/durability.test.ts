import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { repeats } from '@escrow-kit/suite';
import { createDatabase } from '@escrow-kit/suite/postgres';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type SandboxOptions, startService } from '../src/start-sandbox.ts';
import type { MilestoneState } from '../src/storage/tables.ts';
import { defaultSettings } from '../src/tenants/settings.ts';
import { type Acknowledged, putLoad } from './support/load.ts';
import { createReceiver } from './support/receiver.ts';
import { type SpawnedSandbox, spawnSandbox } from './support/spawn-sandbox.ts';
import { type StartedService, setSettings } from './support/started-service.ts';

const kills = repeats({ test: 2, soak: 50 });
const longestLifeInMs = 200;
/** Long after the leases of the killed processes have ended. */
const laterInMs = 3_600_000;
const limitInMs = 30_000;

async function createFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'escrow-sandbox-'));
}

const order: MilestoneState[] = ['CREATED', 'WAITING_FOR_PAYMENT', 'PAID', 'CASHOUT_IN_PROGRESS', 'COMPLETED'];

afterEach(() => void vi.useRealTimers());

describe.each(['a data folder', 'PostgreSQL'])('on %s', (store) => {
  test('a sandbox killed again and again under load keeps every acknowledged write and delivers every event', async () => {
    const receiver = await createReceiver();
    const dataFolder = store === 'PostgreSQL' ? undefined : await createFolder();
    const options: SandboxOptions = dataFolder ? { dataFolder } : { databaseUrl: await createDatabase() };
    await prepare({ ...options, webhookUrl: receiver.url });
    const acknowledged: Acknowledged = { customers: new Map(), states: new Map() };

    // Another process on the same PostgreSQL lives on, and takes over what the killed ones leave.
    const survivor = dataFolder ? undefined : await spawnSandbox(options);
    for (let kill = 0; kill < kills; kill += 1) await runAndKill(await spawnSandbox(options), acknowledged);
    await survivor?.close();

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + laterInMs });
    const last = await startService(options);
    await setSettings(last.service, { webhookTimeoutInMs: defaultSettings.webhookTimeoutInMs });
    await waitUntilDelivered(last);
    expect(await lostWrites(last, acknowledged)).toEqual([]);
    expect(await unbalancedPostings(last)).toEqual([]);
    expect(await undelivered(last, new Set(receiver.events.map(({ body }) => body.referenceId)))).toEqual([]);
    expect(acknowledged.states.size).toBeGreaterThan(kills);
    await last.sandbox.close();
    await receiver.close();
    if (dataFolder) await rm(dataFolder, { recursive: true });
  });
});

/** A short time-out makes leases short, so that processes deliver what the ones before them have left. */
async function prepare(options: SandboxOptions): Promise<void> {
  const { sandbox, service } = await startService(options);
  await setSettings(service, { webhookTimeoutInMs: 300 });
  await sandbox.close();
}

/** Kills it at a random moment after the first of its contracts has come to its end. */
async function runAndKill(sandbox: SpawnedSandbox, acknowledged: Acknowledged): Promise<void> {
  const first = Promise.withResolvers<void>();
  const load = Promise.all([1, 2, 3].map(() => putLoad(sandbox, acknowledged, first.resolve)));
  await Promise.race([first.promise, load]);
  await later(Math.random() * longestLifeInMs);
  await sandbox.kill();
  await load;
}

/** Moves the clock over all retries, until nothing waits for one. */
async function waitUntilDelivered({ sandbox: { control }, service: { db } }: StartedService): Promise<void> {
  const findPending = () => db.selectFrom('deliveries').where('state', '=', 'pending').select('id').execute();
  await vi.waitFor(
    async () => {
      await control.advance(111);
      expect(await findPending(), 'deliveries that are still pending').toEqual([]);
    },
    { timeout: limitInMs },
  );
}

async function lostWrites({ service: { db } }: StartedService, { customers, states }: Acknowledged): Promise<string[]> {
  const users = new Map((await db.selectFrom('users').selectAll().execute()).map(({ phone, id }) => [phone, id]));
  const milestones = new Map(
    (await db.selectFrom('milestones').selectAll().execute()).map((row) => [row.id, row.state]),
  );
  const rank = (state: MilestoneState | undefined) => (state ? order.indexOf(state) : -1);
  return [
    ...[...customers].filter(([phone, id]) => users.get(phone) !== id).map(([phone]) => phone),
    ...[...states].filter(([id, state]) => rank(milestones.get(id)) < rank(state)).map(([id]) => id),
  ];
}

/** Postings that do not add up to zero, and escrows that hold what they should not. */
async function unbalancedPostings({ service: { db } }: StartedService): Promise<string[]> {
  const postings = await db
    .selectFrom('ledgerEntries')
    .groupBy('postingId')
    .having(({ fn }) => fn.sum('amount'), '!=', 0)
    .select('postingId as id')
    .execute();
  const escrows = await db
    .selectFrom('milestones')
    .leftJoin('ledgerEntries', (join) =>
      join.onRef('ledgerEntries.milestoneId', '=', 'milestones.id').on('ledgerEntries.account', 'like', 'escrow:%'),
    )
    .groupBy(['milestones.id', 'milestones.state', 'milestones.itemPrice'])
    .select(({ fn }) => ['milestones.id', 'state', 'itemPrice', fn.sum<number | null>('amount').as('held')])
    .execute();
  const isWrong = (row: (typeof escrows)[number]) => (row.held ?? 0) !== (row.state === 'PAID' ? row.itemPrice : 0);
  return [...postings, ...escrows.filter(isWrong)].map(({ id }) => id);
}

/** Events that the store has and the receiver has not, and moves that caused no event. */
async function undelivered({ service: { db } }: StartedService, received: Set<string>): Promise<string[]> {
  const events = await db.selectFrom('events').selectAll().execute();
  const milestones = await db.selectFrom('milestones').selectAll().execute();
  const counts = Map.groupBy(events, ({ milestoneId }) => milestoneId);
  return [
    ...events.filter(({ referenceId }) => !received.has(referenceId)).map(({ id }) => id),
    ...milestones
      .filter(({ id, state }) => (counts.get(id)?.length ?? 0) !== Math.max(order.indexOf(state) - 1, 0))
      .map(({ id }) => id),
  ];
}
