import { shippedRules, startService } from '@escrow-kit/sandbox/testing';
import { attemptsInSeconds, retryDelaysInSeconds } from '@escrow-kit/spec';
import { beforeAll, expect, test } from 'vitest';
import type { VerifiedInteraction } from '../../src/judge/verification.ts';
import { filterPacts } from '../support/filter-pacts.ts';
import { deploymentOf } from '../support/sandbox-deployment.ts';
import { verificationLimitInMs, verifyByPact } from '../support/verify-by-pact.ts';

const pacts = filterPacts(({ description }) => description.startsWith('HOOK-1 the event of PAID '));

/** The outcome of an event of a sandbox that waits this long after each failed attempt, in seconds. */
async function verifyRetries(delaysInSeconds: number[]): Promise<VerifiedInteraction | undefined> {
  const nextAttemptAt = (attempts: number, endedAt: number) => {
    const delay = delaysInSeconds[attempts - 1];
    return delay === undefined ? undefined : endedAt + delay * 1000;
  };
  const { sandbox } = await startService({}, { ...shippedRules, nextAttemptAt });
  try {
    const { interactions } = await verifyByPact(pacts, await deploymentOf(sandbox));
    return interactions[0];
  } finally {
    await sandbox.close();
  }
}

const lastDelay = retryDelaysInSeconds.at(-1) ?? 0;

let fromTheFirst: VerifiedInteraction | undefined;
let otherwise: VerifiedInteraction | undefined;

beforeAll(async () => {
  fromTheFirst = await verifyRetries(
    retryDelaysInSeconds.map((delay, index) => delay - (retryDelaysInSeconds[index - 1] ?? 0)),
  );
  otherwise = await verifyRetries([...retryDelaysInSeconds.slice(0, -1), lastDelay / 2]);
}, verificationLimitInMs);

test('HOOK-4 delays that count from the first attempt are accepted as well as our reading', () => {
  expect(fromTheFirst).toMatchObject({ outcome: 'held', problems: [] });
});

test('HOOK-4 the report on a sandbox with other delays names both readings', () => {
  const halved = [...attemptsInSeconds.slice(0, -1), (attemptsInSeconds.at(-1) ?? 0) - lastDelay / 2];
  expect(otherwise?.problems).toEqual([
    {
      kind: 'condition',
      rule: 'HOOK-4',
      text:
        `the event came ${attemptsInSeconds.length} times, at ${halved.join(', ')} s; ` +
        `a failing one has to come at ${attemptsInSeconds.join(', ')} s ` +
        `(our reading: each delay counts from the attempt before) or at 0, ${retryDelaysInSeconds.join(', ')} s`,
    },
  ]);
});
