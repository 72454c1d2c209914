import { randomInt } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isSoak, repeats } from '@escrow-kit/suite';
import { createDatabase } from '@escrow-kit/suite/postgres';
import { until } from '@escrow-kit/suite/until';
import { describe, expect, test } from 'vitest';
import { createFolder } from '../support/create-folder.ts';
import { startEndpoint } from './support/endpoint.ts';
import { type RelayProcess, startRelayProcess } from './support/relay.ts';

const kills = repeats({ test: 1, soak: 10 });
const events = repeats({ test: 40, soak: 1_000 });
const milestones = repeats({ test: 8, soak: 20 });

const eventStatuses = ['PAID', 'CASHOUT_IN_PROGRESS', 'COMPLETED'];

const stores = {
  PostgreSQL: async () => ['--database-url', await createDatabase()],
  SQLite: async () => ['--store', join(createFolder(), 'store')],
};

/** How an endpoint answers; each returns whether it has accepted the event. */
const moods: readonly ((response: ServerResponse) => boolean)[] = [
  (response) => !response.writeHead(500).end(),
  function hang(response) {
    setTimeout(() => response.socket?.destroy(), 500);
    return false;
  },
  (response) => !response.socket?.destroy(),
  function closeHalfWay(response) {
    response.writeHead(200, { 'content-length': '10' }).write('half');
    response.socket?.end();
    return true;
  },
];

function accept(response: ServerResponse): boolean {
  response.end();
  return true;
}

/** An endpoint that accepts about six of ten events, and notes what comes before its turn. */
async function startCapriciousEndpoint(isCalm: () => boolean) {
  const endpoint = await startEndpoint();
  /** The references that were accepted, by milestone. */
  const accepted = new Map<string, string[]>();
  const disorder: string[] = [];
  /** The ids of Standard Webhooks, by event. */
  const ids = new Map<string, Set<string>>();
  endpoint.answer = (response, { body, headers }) => {
    const { contractId, referenceId } = JSON.parse(body);
    const event = `${contractId} ${referenceId}`;
    const ofMilestone = accepted.get(contractId) ?? [];
    accepted.set(contractId, ofMilestone);
    ids.set(event, (ids.get(event) ?? new Set()).add(`${headers['webhook-id']}`));
    const isRepeat = ofMilestone.includes(referenceId);
    if (!isRepeat && Number(referenceId) !== ofMilestone.length) disorder.push(event);
    const answer = (isCalm() ? undefined : moods[randomInt(10)]) ?? accept;
    if (answer(response) && !isRepeat) ofMilestone.push(referenceId);
  };
  return { endpoint, accepted, disorder, ids };
}

/** Sends the events of a milestone one after another, each until it is answered with 200, and some of them twice. */
async function sendMilestone(milestoneId: string, count: number, relay: RelayProcess, sent: () => void): Promise<void> {
  for (let reference = 0; reference < count; reference += 1) {
    const status = eventStatuses[randomInt(eventStatuses.length)] as string;
    const event = { status, milestoneId, referenceId: `${reference}` };
    const isTwice = randomInt(5) === 0;
    for (let acknowledged = 0; acknowledged < (isTwice ? 2 : 1); ) {
      if ((await relay.send(event).catch(() => 0)) === 200) acknowledged += 1;
      else await delay(20);
    }
    sent();
  }
}

describe.each(Object.entries(stores))('with %s', (_name, openStore) => {
  test(`HOOK-4 a relay that is killed ${kills} times forwards every event it answered with 200, in order`, async () => {
    let isCalm = !isSoak;
    const { endpoint, accepted, disorder, ids } = await startCapriciousEndpoint(() => isCalm);
    const relay = startRelayProcess(['--to', endpoint.url, ...(await openStore())]);
    let sentCount = 0;

    const sending = Promise.all(
      Array.from({ length: milestones }, (_, index) =>
        sendMilestone(`milestone-${index}`, events / milestones, relay, () => {
          sentCount += 1;
        }),
      ),
    );
    for (let kill = 1; kill <= kills; kill += 1) {
      await until(() => expect(sentCount).toBeGreaterThanOrEqual((events * kill) / (kills + 1)));
      await relay.end('SIGKILL');
      relay.restart();
      if (isCalm) continue;
      // The new one meets an endpoint that refuses connections.
      await endpoint.refuse();
      await relay.url();
      await endpoint.accept();
    }
    await sending;
    isCalm = true;
    const all = Array.from({ length: events / milestones }, (_, reference) => `${reference}`);
    await until(() => expect([...accepted.values()]).toEqual(Array.from({ length: milestones }, () => all)));

    expect(disorder).toEqual([]);
    // Repeats have the same id.
    expect([...ids.values()].filter(({ size }) => size > 1)).toEqual([]);
  });
});
