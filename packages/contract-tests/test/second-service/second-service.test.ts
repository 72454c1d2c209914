import { isSoak } from '@escrow-kit/suite';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { variableOf } from '../../src/deployment/deployment.ts';
import { summarizeRules } from '../../src/judge/summarize-rules.ts';
import { resultOf, type Verification } from '../../src/judge/verification.ts';
import { rulesOf } from '../../src/pacts/rules-of.ts';
import { checkCredentials } from '../../src/preflight/check-credentials.ts';
import { checkCustomer } from '../../src/preflight/check-customer.ts';
import { allPacts, filterPacts } from '../support/pacts.ts';
import { runCommand } from '../support/run-command.ts';
import { verificationLimitInMs, verifyByPact } from '../support/verify-by-pact.ts';
import { credentials } from './service.ts';
import { startSecondService } from './start-second-service.ts';
import { createVariation, type Variation } from './variation.ts';

/** Twenty legal services in `pnpm soak`; otherwise one, besides the single choices below. */
const seeds = Array.from({ length: isSoak ? 20 : 1 }, (_, index) => index + 1);

const variables = Object.fromEntries(Object.entries(credentials).map(([name, value]) => [variableOf(name), value]));

test('twenty legal services decide each question in more than one way', () => {
  // No variation changes what an option has to say.
  const { phonePrefix: _, hasInvitations: __, ...first } = createVariation(1);
  const others = Array.from({ length: 19 }, (_, index) => createVariation(index + 2));

  const same = Object.entries(first).filter(([name, choice]) =>
    others.every((other) => JSON.stringify(other[name as keyof Variation]) === JSON.stringify(choice)),
  );

  expect(same).toEqual([]);
});

describe.for(seeds)('a legal service that decides differently (seed %i)', (seed) => {
  let verification: Verification;

  beforeAll(async () => {
    const { deployment, close } = await startSecondService(createVariation(seed));
    verification = await verifyByPact(allPacts, deployment);
    await close();
  }, verificationLimitInMs);

  test('is not broken', () => expectNobodyBlamed(verification));
});

// A process for each takes longer than the checks.
describe.runIf(isSoak).for(seeds)(
  'the command, against a legal service that decides differently (seed %i),',
  (seed) => {
    test('blames it for nothing and exits with 0', { timeout: verificationLimitInMs }, async () => {
      const { url } = await start(createVariation(seed));

      const { exitCode, stdout, stderr } = await runCommand(['verify', '--url', url], variables);

      expect([exitCode, stdout], stdout + stderr).toEqual([
        0,
        expect.stringMatching(/^\d+ rules held, none is broken/m),
      ]);
    });
  },
);

/** What most services would do. */
const usual: Variation = {
  ...createVariation(1),
  successStatus: 200,
  refusalStatus: 400,
  idStyle: 'uuid',
  identityTokens: ['legacyUser', 'clientAdmin'],
  numberStyle: 'plain',
  checkoutOrigin: 'https://second.example',
  checkoutSuffix: '',
  needsBankAccounts: false,
  mediaType: 'application/json',
  needsBroker: false,
  takesDecimals: true,
  limitsDeadLines: false,
  isLenient: false,
  genericStatus: 200,
};

/** Starts a service with these choices besides, until the test ends. */
async function start(choice: Partial<Variation>) {
  const started = await startSecondService({ ...usual, ...choice });
  onTestFinished(started.close);
  return started;
}

const ofRules = (...rules: string[]) => filterPacts((one) => rulesOf(one).some((id) => rules.includes(id)));

/** What no service may be blamed for, with the rules that could blame it. */
const choices: { does: string; choice: Partial<Variation>; rules: string[] }[] = [
  { does: 'writes 1000 as 1000.00', choice: { numberStyle: 'decimals' }, rules: ['MILESTONE-2', 'USER-1', 'USER-2'] },
  { does: 'writes 1000 as 1e+3', choice: { numberStyle: 'exponent' }, rules: ['MILESTONE-2', 'USER-1', 'TICKET-5'] },
  { does: 'counts the days of the year', choice: { timeStyle: 'ordinal' }, rules: ['UAPI-1', 'UAPI-2', 'UAPI-3'] },
  { does: 'counts the weeks of the year', choice: { timeStyle: 'week' }, rules: ['UAPI-1', 'UAPI-2', 'UAPI-3'] },
  { does: 'has a page after the shortId', choice: { checkoutSuffix: '/start' }, rules: ['PAY-1', 'TICKET-5'] },
  {
    does: 'writes scheme and host of the checkout in capitals',
    choice: { checkoutOrigin: 'HTTPS://SECOND.EXAMPLE' },
    rules: ['PAY-1', 'PAY-3', 'STATE-2', 'TICKET-1'],
  },
  { does: 'changes a user with 201', choice: { successStatus: 201 }, rules: ['UAPI-3', 'CONTRACT-1', 'BANK-1'] },
  { does: 'refuses with 500', choice: { refusalStatus: 500 }, rules: ['PARTY-3', 'MILESTONE-3', 'BANK-2'] },
  { does: 'refuses with 422', choice: { refusalStatus: 422 }, rules: ['PARTY-3', 'MILESTONE-3', 'BANK-2'] },
  { does: 'takes no guessed body', choice: { genericStatus: 422, isLenient: false }, rules: ['UAPI-7', 'LEGACY-3'] },
  { does: 'takes one token on identity calls', choice: { identityTokens: ['clientAdmin'] }, rules: ['ID-1', 'ID-2'] },
  { does: 'refuses a one-time password below 0', choice: { isLenient: false }, rules: ['ID-2'] },
  { does: 'wants a BROKER', choice: { needsBroker: true }, rules: ['PARTY-0', 'PARTY-4'] },
  { does: 'takes whole amounts only', choice: { takesDecimals: false }, rules: ['MILESTONE-2', 'PARTY-4'] },
  {
    does: 'takes deadlines within a year only',
    choice: { limitsDeadLines: true },
    rules: ['MILESTONE-1', 'MILESTONE-2', 'STATE-1', 'PARTY-0', 'PAY-1'],
  },
  {
    does: 'has slashes in its ids',
    choice: { idStyle: 'slashes' },
    rules: ['MILESTONE-1', 'PARTY-0', 'PAY-1', 'UAPI-2'],
  },
  ...(['uuid', 'digits', 'slashes', 'unicode'] as const).map((idStyle) => ({
    does: `calls ids of another form invalid (${idStyle})`,
    choice: { checksIdForms: true, idStyle },
    rules: ['UAPI-5', 'PAY-4'],
  })),
  { does: 'has spaces in its ids', choice: { idStyle: 'unicode' }, rules: ['MILESTONE-2', 'PARTY-0', 'UAPI-2'] },
  { does: 'wants bank accounts first', choice: { needsBankAccounts: true }, rules: ['PARTY-0', 'PAY-1'] },
  { does: 'takes an IBAN once', choice: { takesIbanOnce: true }, rules: ['BANK-1', 'PAY-1'] },
  { does: 'takes a national id once', choice: { takesNationalIdOnce: true }, rules: ['BANK-1', 'AUTH-2', 'PAY-1'] },
  { does: 'checks check digits', choice: { checksDigits: true, needsBankAccounts: true }, rules: ['BANK-1', 'PAY-1'] },
  { does: 'gives JSON another media type', choice: { mediaType: 'text/json' }, rules: ['USER-1', 'UAPI-4', 'PAY-1'] },
  {
    does: 'accepts what is not stated to be rejected',
    choice: { isLenient: true },
    rules: ['CONTRACT-1', 'PARTY-1', 'PARTY-2'],
  },
];

test.for(choices)('a service that $does is not broken', async ({ choice, rules }) => {
  const { deployment } = await start(choice);

  expectNobodyBlamed(await verifyByPact(ofRules(...rules), deployment));
});

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
