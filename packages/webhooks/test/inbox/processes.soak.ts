import { randomInt } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { eventStatuses } from '@escrow-kit/spec';
import { startPgbouncer } from '@escrow-kit/tools/pgbouncer';
import { startPostgres } from '@escrow-kit/tools/start-postgres';
import { until } from '@escrow-kit/tools/until';
import { expect, onTestFinished, test } from 'vitest';
import { eventKey, parseEvent, signedRequest } from '../../src/index.ts';
import type { ChildHandler } from './support/child.ts';
import { durableKinds, postgres, secret } from './support/inbox-kinds.ts';
import { type Child, createTraceStore, type TraceStore } from './support/processes.ts';

const milestones = 50;
const eventsPerMilestone = 10;
const events = milestones * eventsPerMilestone;
const connections = 8;
const longestOutageInMs = 30_000;
/** Between the attempts of the sender, which sends each event until it is accepted. */
const delayInMs = 100;
/** Far longer than handling all events takes in any situation. */
const stuckAfterInMs = 120_000;

/** Two processes on a store, each a receiver and a worker, while events are sent to both. */
interface Operation {
  /** The address of the database for the processes. Default: that of the store. */
  address?: string;
  handler?: ChildHandler;
  /** What happens meanwhile. */
  disturb?(children: readonly Child[], untilAccepted: (count: number) => Promise<void>): Promise<void>;
}

async function openStore(kind = postgres, address?: string): Promise<TraceStore> {
  const store = await createTraceStore(kind, address);
  onTestFinished(store.dispose);
  return store;
}

/** Sends all events, waits until they are handled, and expects what an inbox promises. */
async function expectAllHandled(
  store: TraceStore,
  { address = store.address, handler = { takesInMs: 20 }, disturb = async () => {} }: Operation,
): Promise<void> {
  const children = [1, 2].map(() => store.start({ address, listens: true, handler }));
  await Promise.all(children.map((child) => child.ready()));
  const accepted = new Set<string>();
  const untilAccepted = (count: number) => until(() => expect(accepted.size).toBeGreaterThanOrEqual(count));

  const [sent] = await Promise.all([sendInOrder(children, accepted), disturb(children, untilAccepted)]);
  await expect.poll(() => countLeft(store), { timeout: stuckAfterInMs }).toBe(0);

  const handled = (await store.traces()).map(({ key }) => key);
  expect(handled.toSorted()).toEqual([...accepted].toSorted());
  const places = new Map(handled.map((key, place) => [key, place]));
  const wrongOrders = sent.filter((keys) =>
    keys.some((key, index) => index > 0 && Number(places.get(key)) < Number(places.get(keys[index - 1] as string))),
  );
  expect(wrongOrders).toEqual([]);
}

async function countLeft({ inbox }: TraceStore): Promise<number> {
  const { pending, processing, dead, quarantined } = await inbox.counts();
  return pending + processing + dead + quarantined;
}

/** Sends the events of each milestone one after the other. Resolves with the keys of each, in this order. */
async function sendInOrder(children: readonly Child[], accepted: Set<string>): Promise<string[][]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let attempts = 0;
  const send = async (signed: ReturnType<typeof signedRequest>): Promise<boolean> => {
    attempts += 1;
    const port = children[attempts % children.length]?.port();
    return port !== undefined && post(port, signed, agent);
  };

  async function sendMilestone(milestone: number): Promise<string[]> {
    const keys: string[] = [];
    for (let index = 0; index < eventsPerMilestone; index += 1) {
      const status = eventStatuses[randomInt(eventStatuses.length)] as string;
      const event = { milestoneId: `milestone-${milestone}`, status, referenceId: `${index}` };
      const signed = signedRequest({ event, secret });
      const key = await eventKey(parseEvent(signed.body) ?? expect.unreachable(), signed.body);
      while (!(await send(signed))) await delay(delayInMs);
      accepted.add(key);
      keys.push(key);
    }
    return keys;
  }

  const sent = await Promise.all(Array.from({ length: milestones }, (_, milestone) => sendMilestone(milestone)));
  agent.destroy();
  return sent;
}

/** Resolves with whether the answer was 200. */
function post(port: number, { body, headers }: ReturnType<typeof signedRequest>, agent: Agent): Promise<boolean> {
  return new Promise((resolve) => {
    const sent = request({ port, host: '127.0.0.1', method: 'POST', headers, agent, timeout: 5_000 }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode === 200));
      response.on('error', () => resolve(false));
    });
    sent.on('timeout', () => sent.destroy());
    sent.on('error', () => resolve(false));
    sent.end(body);
  });
}

test.each(durableKinds)(
  'HOOK-4 with $name, processes that are killed at random moments lose no event answered with 200, and handle none twice',
  async (kind) => {
    const store = await openStore(kind);

    await expectAllHandled(store, {
      async disturb(children, untilAccepted) {
        for (let count = 0; count < events; count += 1 + randomInt(40)) {
          await untilAccepted(count);
          const child = children[randomInt(children.length)] as Child;
          // Without waiting for the start, to kill some in the middle of it.
          await delay(randomInt(50));
          await child.kill();
          child.restart();
        }
      },
    });
  },
);

test.for(['transaction', 'session'] as const)(
  'HOOK-4 pgbouncer with %s pooling, 10 connections for 40 handlers, whose connections are closed three times',
  async (mode, { skip }) => {
    const store = await openStore();
    const pgbouncer =
      (await startPgbouncer(store.address, { mode, poolSize: mode === 'session' ? 50 : 10 })) ??
      skip('This machine has neither pgbouncer, nor apt to fetch it.');

    await expectAllHandled(store, {
      address: pgbouncer.connectionString,
      handler: { concurrency: 20, takesInMs: 50 },
      async disturb(_children, untilAccepted) {
        for (const count of [100, 200, 300]) {
          await untilAccepted(count);
          await pgbouncer.killConnections();
        }
      },
    });
  },
);

test('HOOK-4 a server that stops three times, for up to 30 s', async () => {
  const server = await startPostgres();
  onTestFinished(server.stop);
  const store = await openStore(postgres, await server.createDatabase());

  await expectAllHandled(store, {
    async disturb(_children, untilAccepted) {
      for (const count of [100, 200, 300]) {
        await untilAccepted(count);
        await server.pause();
        await delay(randomInt(1_000, longestOutageInMs));
        await server.resume();
      }
    },
  });
});

test.each<[setting: string, handler?: ChildHandler]>([
  ["default_transaction_isolation = 'serializable'"],
  ["statement_timeout = '1s'"],
  ["idle_in_transaction_session_timeout = '100ms'", { concurrency: 20, takesInMs: 300 }],
])('HOOK-4 a database with %s', async (setting, handler) => {
  const store = await openStore();
  await postgres.query(store.address, `alter database ${nameOf(store)} set ${setting}`);

  await expectAllHandled(store, { ...(handler && { handler }) });
});

test('HOOK-4 a role with 10 connections for 40 handlers', async () => {
  const store = await openStore();
  const role = `limited_${nameOf(store)}`;
  await postgres.query(store.address, `create role ${role} login password 'limited' connection limit 10`);
  for (const schema of ['public', 'escrow_webhooks']) {
    await postgres.query(store.address, `grant usage on schema ${schema} to ${role}`);
    await postgres.query(store.address, `grant all on all tables in schema ${schema} to ${role}`);
    await postgres.query(store.address, `grant usage on all sequences in schema ${schema} to ${role}`);
  }
  const { href } = Object.assign(new URL(store.address), { username: role, password: 'limited' });

  await expectAllHandled(store, { address: href, handler: { concurrency: 20, takesInMs: 50 } });
});

const nameOf = ({ address }: TraceStore): string => new URL(address).pathname.slice(1);
