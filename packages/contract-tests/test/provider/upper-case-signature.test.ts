import { type RuleImplementations, shippedRules, startService } from '@escrow-kit/sandbox/testing';
import { beforeAll, expect, test } from 'vitest';
import type { Verification } from '../../src/judge/verification.ts';
import { filterPacts } from '../support/filter-pacts.ts';
import { deploymentOf } from '../support/sandbox-deployment.ts';
import { verificationLimitInMs, verifyByPact } from '../support/verify-by-pact.ts';

const pacts = filterPacts(({ description }) => description.startsWith('HOOK-2 '));

/** Signs as the shipped sandbox does, in upper-case hex. */
const prepareWebhook: RuleImplementations['prepareWebhook'] = (request) => {
  const { headers, ...parts } = shippedRules.prepareWebhook(request);
  const { 'service-signature': signature = '', ...others } = headers;
  const hex = signature.replace('sha256=', '').toUpperCase();
  return { ...parts, headers: { ...others, 'service-signature': `sha256=${hex}` } };
};

let verification: Verification;

beforeAll(async () => {
  const { sandbox } = await startService({}, { ...shippedRules, prepareWebhook });
  verification = await verifyByPact(pacts, await deploymentOf(sandbox));
  await sandbox.close();
}, verificationLimitInMs);

test('HOOK-2 a sandbox that signs in upper-case hex passes', () => {
  expect(verification.interactions).toMatchObject([{ outcome: 'held', problems: [] }]);
});
