import { randomInt } from 'node:crypto';
import { setTimeout as later } from 'node:timers/promises';
import { isSoak, repeats } from '@escrow-kit/suite';
import { type PostgresServer, startPostgres } from '@escrow-kit/suite/start-postgres';
import { beforeAll, expect, test, vi } from 'vitest';
import { createControl } from '../src/index.ts';
import { startService } from '../src/start-service.ts';
import {
  type Acknowledged,
  findLostWrites,
  findRepeatedMoves,
  findUnbalanced,
  findUndelivered,
  type OutageLoad,
  startOutageLoad,
} from './support/load.ts';
import { createReceiver, type Receiver } from './support/receiver.ts';
import { type SpawnedSandbox, spawnSandbox } from './support/spawn-sandbox.ts';

const restarts = repeats({ test: 1, soak: 10 });
/** How long PostgreSQL is away. In the short form: the time to stop and start it, and to notice. */
const longestOutageInMs = 30_000;
const shortestOutageInMs = 1_000;
const sandboxCount = repeats({ test: 1, soak: 2 });
const callers = repeats({ test: 2, soak: 3 });
/** Contracts of each sandbox between two outages. */
const contractsBetween = repeats({ test: 1, soak: 20 });
const refusalsOfOutage = 20;
const limitInMs = 50_000;

let postgres: PostgresServer;
let receiver: Receiver;
let databaseUrl: string;
let sandboxes: SpawnedSandbox[];

beforeAll(async () => {
  postgres = await startPostgres();
  receiver = await createReceiver();
  databaseUrl = await postgres.createDatabase();
  const env = { SANDBOX_DATABASE_URL: databaseUrl, SANDBOX_WEBHOOK_URL: receiver.url };
  const starts = Array.from({ length: sandboxCount }, () => spawnSandbox([], { env, collectsErrors: true }));
  sandboxes = await Promise.all(starts);
  return async () => {
    await Promise.all(sandboxes.map(({ kill }) => kill()));
    await receiver.close();
    await postgres.stop();
  };
});

test('while PostgreSQL restarts under load calls get a 503 and stderr a few lines, then everything continues: nothing is lost or done twice', async ({
  annotate,
}) => {
  const acknowledged: Acknowledged = { customers: new Map(), states: new Map() };
  const loads = sandboxes.map((sandbox) => startOutageLoad(sandbox, acknowledged, callers));

  const recoveries: number[] = [];
  for (let restart = 0; restart < restarts; restart += 1) {
    await everyLoad(loads, (load) => load.contracts(contractsBetween));
    await postgres.pause();
    await everyLoad(loads, (load) => load.refusals(refusalsOfOutage));
    if (isSoak) await later(randomInt(shortestOutageInMs, longestOutageInMs));
    await postgres.resume();
    const backAt = performance.now();
    await everyLoad(loads, (load) => load.contracts(1));
    recoveries.push(performance.now() - backAt);
  }
  const refusals = await everyLoad(loads, (load) => load.stop());
  const stoppedAt = performance.now();
  await Promise.all(sandboxes.map(untilDelivered));
  await annotate(describeRun({ recoveries, deliveredAfter: performance.now() - stoppedAt, receiver }));

  await Promise.all(sandboxes.map(({ close }) => close()));
  for (const [index, { errors }] of sandboxes.entries()) expectFewLines(await errors, refusals[index]);
  const last = await startService({ databaseUrl });
  expect(await findLostWrites(last, acknowledged)).toEqual([]);
  expect(await findUnbalanced(last)).toEqual([]);
  expect(await findRepeatedMoves(last)).toEqual([]);
  expect(await findUndelivered(last, referencesOf(receiver))).toEqual([]);
  await last.sandbox.close();
});

const everyLoad = <Result>(loads: OutageLoad[], act: (load: OutageLoad) => Promise<Result>) =>
  Promise.all(loads.map(act));

/** An outage takes a line for each kind of work that fails, and another with the count when it is over. */
function expectFewLines(errors: string, refusals: number | undefined): void {
  const lines = errors.trimEnd().split('\n');
  const counts = lines.map((line) => Number(/^requests: (\d+) failed/.exec(line)?.[1] ?? 0));

  expect(lines.filter((line) => !outageLine.test(line))).toEqual([]);
  expect(lines.length).toBeLessThanOrEqual(6 * restarts);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(refusals);
}

const outageLine = new RegExp(
  [
    /^error during [\w ]+(, request_\w+)?: .*: the database does not answer\. Further failures of .* are counted/,
    /^(requests|the request log|webhook .* moves): \d+ failed within [\d.]+ s, because the database did not answer\. /,
  ]
    .map(({ source }) => source)
    .join('|'),
);

const referencesOf = ({ events }: Receiver) => new Set(events.map(({ body }) => body.referenceId));

async function untilDelivered({ url }: SpawnedSandbox): Promise<void> {
  const control = createControl(url);
  await vi.waitFor(
    async () => {
      const { deliveries } = await control.deliveries({ state: 'pending' });
      expect(deliveries, 'deliveries that are still pending').toEqual([]);
    },
    { timeout: limitInMs, interval: 50 },
  );
}

/** The time until it continued is printed, not checked: the machine may be busy. */
function describeRun({
  recoveries,
  deliveredAfter,
  receiver,
}: {
  recoveries: number[];
  deliveredAfter: number;
  receiver: Receiver;
}): string {
  const inSeconds = (ms: number) => (ms / 1000).toFixed(1);
  const events = referencesOf(receiver).size;
  return [
    `every sandbox completed a contract ${recoveries.map(inSeconds).join(', ')} s after the database was back`,
    `${inSeconds(deliveredAfter)} s after the load nothing was pending`,
    `${events} events, ${receiver.events.length - events} delivered again`,
  ].join('; ');
}
