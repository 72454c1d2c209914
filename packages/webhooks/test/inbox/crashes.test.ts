import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EventToSend, eventKey, parseEvent, signedRequest } from '../../src/index.ts';
import { expectEachOnceInOrder } from './support/check-traces.ts';
import type { ChildOptions } from './support/child.ts';
import { type Child, startChild } from './support/child-process.ts';
import { type PostgresServer, startPostgres } from './support/postgres-server.ts';
import { createSender } from './support/sender.ts';
import { createPostgresTraces, createSqliteTraces, type TraceStore } from './support/trace-stores.ts';
import { untilCounts } from './support/until.ts';

const kills = 100;
const milestones = 200;
const secret = 'whsec_crashes';
const statuses = ['PAID', 'CASHOUT_IN_PROGRESS', 'COMPLETED'];

/** The service's delays of 1 s, 10 s and 100 s, a thousandth and more of them. */
const delaysInMs = [10, 100, 1_000];

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

const randomEvent = (count: number): EventToSend => ({
  milestoneId: `milestone-${randomInt(milestones)}`,
  status: statuses[randomInt(statuses.length)] as string,
  referenceId: `reference-${count}`,
});

async function keyOf(event: EventToSend): Promise<string> {
  const { body } = signedRequest({ event, secret });
  const parsed = parseEvent(body);
  return parsed ? await eventKey(parsed, body) : '';
}

/** Sends events without a pause until it is told to stop; resolves with the keys of those answered with 200. */
async function sendUntil(isOver: () => boolean, receiver: Child): Promise<Set<string>> {
  const sender = createSender({ port: receiver.port, secret, delaysInMs, timeoutInMs: 1_000, connections: 16 });
  const acknowledged = new Set<string>();
  let count = 0;
  async function sendOn(): Promise<void> {
    while (!isOver()) {
      const event = randomEvent(count++);
      if (await sender.send(event)) acknowledged.add(await keyOf(event));
    }
  }
  await Promise.all(Array.from({ length: 16 }, sendOn));
  sender.close();
  return acknowledged;
}

/** Kills one child after another at random moments; every fourth of them as likely as not while it still starts. */
async function killAtRandom(children: readonly Child[]): Promise<void> {
  const longestDelayInMs = 150;
  for (let count = 0; count < kills; count += 1) {
    const child = children[count % children.length] as Child;
    if (count % 4 > 0) await child.ready();
    await delay(randomInt(longestDelayInMs));
    await child.kill();
    child.restart();
  }
}

describe.each<[string, workers: number, () => Promise<TraceStore>]>([
  ['SQLite', 2, createSqliteTraces],
  ['PostgreSQL', 2, () => createPostgresTraces(server)],
])('processes that are killed at random, with %s', (_name, workers, createStore) => {
  test('HOOK-4 lose no event that was answered with 200, and handle none twice', async () => {
    const { store, inbox, traces, dispose } = await createStore();
    const start = (role: ChildOptions['role']) => startChild({ store, role, secret });
    const receiver = start('receiver');
    const children = [receiver, ...Array.from({ length: workers }, () => start('worker'))];
    let isOver = false;

    const sending = sendUntil(() => isOver, receiver);
    await killAtRandom(children);
    isOver = true;
    const acknowledged = await sending;
    await untilCounts(inbox, { pending: 0, processing: 0 });

    const handled = await traces();
    const keys = new Set(handled.map(({ event_key }) => event_key));
    expect(acknowledged.size).toBeGreaterThan(kills);
    expect([...acknowledged].filter((key) => !keys.has(key))).toEqual([]);
    expectEachOnceInOrder(handled);
    expect(await inbox.counts()).toMatchObject({ dead: 0, aside: 0, done: handled.length });
    expect(children.map((child) => child.errors())).toEqual(children.map(() => ''));
    await Promise.all(children.map((child) => child.kill()));
    await dispose();
  });
});
