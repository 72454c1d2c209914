import { type RuleImplementations, shippedRules } from '@escrow-kit/sandbox/testing';
import { attemptsInSeconds, retryDelaysInSeconds } from '@escrow-kit/spec';
import { expect, test } from 'vitest';
import { ruleOf } from '../../src/pacts/pacts.ts';
import { filterPacts } from '../support/pacts.ts';
import { startDeployment } from '../support/sandbox-deployment.ts';
import { verifyByPact } from '../support/verify-by-pact.ts';

/** The verdict on the event of a rule, of a sandbox that sends it in another way. */
async function verifyEvent(rule: string, changes: Partial<RuleImplementations>) {
  const { deployment } = await startDeployment(() => changes);
  const pacts = filterPacts((interaction) => ruleOf(interaction) === rule);
  return (await verifyByPact(pacts, deployment)).interactions[0];
}

/** Waits this long after each failed attempt, in seconds. */
const retryAfter = (delaysInSeconds: number[]): Partial<RuleImplementations> => ({
  nextAttemptAt: (attempts, endedAt) => {
    const delay = delaysInSeconds[attempts - 1];
    return delay === undefined ? undefined : endedAt + delay * 1000;
  },
});

const fromTheFirst = retryDelaysInSeconds.map((delay, index) => delay - (retryDelaysInSeconds[index - 1] ?? 0));

const inUpperCase: Partial<RuleImplementations> = {
  prepareWebhook: (request) => {
    const { headers, ...parts } = shippedRules.prepareWebhook(request);
    const { 'service-signature': signature = '', ...others } = headers;
    const hex = signature.replace('sha256=', '').toUpperCase();
    return { ...parts, headers: { ...others, 'service-signature': `sha256=${hex}` } };
  },
};

test.for<[rule: string, does: string, changes: Partial<RuleImplementations>]>([
  ['HOOK-4', 'counts its delays from the first attempt', retryAfter(fromTheFirst)],
  ['HOOK-2', 'signs in upper-case hex', inUpperCase],
])('%s a sandbox that %s passes', async ([rule, , changes]) => {
  expect(await verifyEvent(rule, changes)).toMatchObject({ outcome: 'held', problems: [] });
});

test('HOOK-4 the report on a sandbox with other delays names both readings', async () => {
  const lastDelay = retryDelaysInSeconds.at(-1) ?? 0;

  const verified = await verifyEvent('HOOK-4', retryAfter([...retryDelaysInSeconds.slice(0, -1), lastDelay / 2]));

  const halved = [...attemptsInSeconds.slice(0, -1), (attemptsInSeconds.at(-1) ?? 0) - lastDelay / 2];
  const text =
    `the event came ${attemptsInSeconds.length} times, at ${halved.join(', ')} s; ` +
    `a failing one has to come at ${attemptsInSeconds.join(', ')} s ` +
    `(our reading: each delay counts from the attempt before) or at 0, ${retryDelaysInSeconds.join(', ')} s`;
  expect(verified?.problems).toEqual([{ kind: 'schedule', text }]);
});
