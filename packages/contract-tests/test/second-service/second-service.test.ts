import { expect, onTestFinished, test } from 'vitest';
import { variableOf } from '../../src/deployment/deployment.ts';
import { summarizeRules } from '../../src/judge/summarize-rules.ts';
import { resultOf, type Verification } from '../../src/judge/verification.ts';
import { rulesOf } from '../../src/pacts/rules-of.ts';
import { checkCredentials } from '../../src/preflight/check-credentials.ts';
import { checkCustomer } from '../../src/preflight/check-customer.ts';
import { filterPacts } from '../support/pacts.ts';
import { runCommand } from '../support/run-command.ts';
import { verificationLimitInMs, verifyByPact } from '../support/verify-by-pact.ts';
import { credentials } from './service.ts';
import { startSecondService } from './start-second-service.ts';
import { usual, type Variation, variations } from './variation.ts';

const variables = Object.fromEntries(Object.entries(credentials).map(([name, value]) => [variableOf(name), value]));

test.for(variations)(
  'a service that %s is blamed for nothing',
  { timeout: verificationLimitInMs },
  async ([, variation]) => {
    const { url } = await start(variation);

    const { exitCode, stdout, stderr } = await runCommand(['verify', '--url', url], variables);

    expect(stdout, stderr).toMatch(/^\d+ rules held, none is broken/m);
    expect(exitCode, stdout).toBe(0);
  },
);

/** Starts a service with these choices besides, until the test ends. */
async function start(choice: Partial<Variation>) {
  const started = await startSecondService({ ...usual, ...choice });
  onTestFinished(started.close);
  return started;
}

const ofRules = (...rules: string[]) => filterPacts((one) => rulesOf(one).some((id) => rules.includes(id)));

function expectNobodyBlamed(verification: Verification): void {
  const broken = verification.interactions.filter(({ outcome }) => outcome === 'broken');
  expect(broken.map(({ description, problems }) => [description, problems])).toEqual([]);
  expect(['held', 'assumed: differs']).toContain(resultOf(verification));
}

test('a service that accepts only numbers of its country needs --phone-prefix, and is verified with it', async () => {
  const { url, deployment } = await start({ phonePrefix: '+966' });
  const args = ['verify', '--url', url, '--rule', 'USER-1', '--phone-prefix', '+9665'];

  const { exitCode, stdout, stderr } = await runCommand(args, variables);

  await expect(checkCustomer(deployment)).rejects.toThrow('Set --phone-prefix to what your own test numbers begin');
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining('Creates test customers (+9665…)')]);
  expect(stdout).toContain('1 rule held, none is broken');
});

test('STATE-3 a service with invitations is not broken if --invitations is given', async () => {
  const { deployment } = await start({ hasInvitations: true });
  const pacts = ofRules('STATE-2', 'PAY-1', 'TICKET-5', 'AUTH-4');

  const verification = await verifyByPact(pacts, { ...deployment, hasInvitations: true });

  expectNobodyBlamed(verification);
  const outcomes = summarizeRules(verification).map(({ id, outcome }) => `${id} ${outcome}`);
  expect(outcomes).toEqual(expect.arrayContaining(['STATE-2 not checkable', 'AUTH-4 held']));
});

test('a service whose ids JavaScript can hold only rounded is not broken', async () => {
  const { deployment } = await start({ firstUserId: 2 ** 53 });

  const { interactions } = await verifyByPact(ofRules('BANK-1'), deployment);

  const text = expect.stringContaining('serviceUserId is larger than JavaScript can hold exactly');
  for (const one of interactions) expect(one).toMatchObject({ outcome: 'not checkable', reason: { text } });
  expect(interactions.length).toBeGreaterThan(0);
});

test('AUTH-8 a legacy user token that identity calls refuse is not a wrong option', async () => {
  const { deployment } = await start({ identityTokens: ['clientAdmin'], unknownCallerStatus: 401 });

  await expect(checkCredentials(deployment)).resolves.toBeUndefined();
});
