import { until } from '@escrow-kit/suite/until';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ContractEvent } from '../../src/index.ts';
import type { PostResult } from '../../src/post.ts';
import { createRetryPlan, ForwardError, giveUpAfterInMs, longestDelayInMs } from '../../src/relay/forward.ts';
import { startEndpoint } from './support/endpoint.ts';
import { startTestRelay } from './support/relay.ts';

test('an event is attempted until its 72 hours are over, the last time then', () => {
  const receivedAt = new Date('2026-11-20T09:00:00Z');
  // It was replayed, or a pause ended.
  const openSince = new Date('2026-11-22T09:00:00Z');
  const endsAt = openSince.getTime() + giveUpAfterInMs;
  const randoms = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
    minLength: 1,
    maxLength: 50,
  });
  fc.assert(
    fc.property(randoms, fc.nat(giveUpAfterInMs), (list, firstAttemptAfterInMs) => {
      let count = 0;
      const plan = createRetryPlan(() => list[count++ % list.length] ?? 0);
      let now = new Date(openSince.getTime() + firstAttemptAfterInMs);
      for (let attempt = 1; attempt < 100_000; attempt += 1) {
        const next = plan({ error: new Error('no'), attempt, receivedAt, openSince, now });
        if (!next) break;
        const delayInMs = next.getTime() - now.getTime();
        if (delayInMs < 0 || delayInMs > longestDelayInMs) return false;
        // Delays of nothing would take forever.
        now = new Date(Math.max(next.getTime(), Math.min(now.getTime() + 60_000, endsAt)));
      }
      return now.getTime() === endsAt;
    }),
    { numRuns: 20 },
  );
});

test('an attempt that took long is repeated after three times as long, unless the endpoint is down', () => {
  const now = new Date('2026-11-22T09:00:00Z');
  const plan = createRetryPlan(() => 0);
  const delayAfter = (answer: PostResult) => {
    const error = new ForwardError({} as ContractEvent, answer);
    return Number(plan({ error, attempt: 1, receivedAt: now, openSince: now, now })) - now.getTime();
  };

  expect(delayAfter({ failure: 'timeout', durationInMs: 30_000 })).toBe(90_000);
  expect(delayAfter({ failure: 'ECONNREFUSED', durationInMs: 10_000 })).toBe(0);
});

test('after 72 hours of darkness every event arrives, in order; after more they are dead and can be replayed', async () => {
  const endpoint = await startEndpoint();
  endpoint.answer = (response) => void response.writeHead(503).end();
  let now = new Date('2026-11-22T09:00:00Z');
  const relay = await startTestRelay(endpoint.url, { now: () => now });
  const milestones = ['milestone-1', 'milestone-2'];
  const references = ['1', '2', '3'];
  for (const referenceId of references) {
    for (const milestoneId of milestones) await relay.send({ milestoneId, referenceId });
  }
  const { inbox } = relay;
  await until(async () =>
    expect(await inbox.find({ status: 'pending' })).toContainEqual(expect.objectContaining({ attempts: 1 })),
  );

  now = new Date(now.getTime() + giveUpAfterInMs);
  const failed = endpoint.received.length;
  endpoint.answer = (response) => void response.end();
  await until(() => expect(endpoint.received.length).toBeGreaterThanOrEqual(failed + 6));
  for (const milestoneId of milestones)
    expect(arrived(endpoint.received.slice(failed), milestoneId)).toEqual(references);

  endpoint.answer = (response) => void response.writeHead(503).end();
  await relay.send({ milestoneId: 'milestone-3' });
  await until(async () =>
    expect(await inbox.find({ milestoneId: 'milestone-3' })).toMatchObject([{ status: 'pending', attempts: 1 }]),
  );
  now = new Date(now.getTime() + giveUpAfterInMs);
  await until(async () => expect(await inbox.counts()).toMatchObject({ dead: 1 }));
  endpoint.answer = (response) => void response.end();
  const [dead] = await inbox.deadLetters();
  expect(await inbox.replay(dead?.key ?? '')).toBe(true);
  await until(() => expect(arrived(endpoint.received.slice(failed), 'milestone-3').at(-1)).toBe('reference-1'));
});

/** The references of a milestone's accepted events, each once. */
const arrived = (received: readonly { body: string }[], milestoneId: string): string[] => [
  ...new Set(
    received
      .map(({ body }) => JSON.parse(body))
      .filter(({ contractId }) => contractId === milestoneId)
      .map(({ referenceId }) => referenceId),
  ),
];
