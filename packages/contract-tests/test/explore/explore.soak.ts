import { startPrismMock } from '@escrow-kit/prism-mock';
import { mainRuleOf } from '@escrow-kit/spec';
import { expect, test } from 'vitest';
import type { Deployment } from '../../src/deployment/deployment.ts';
import { type Exploration, explore } from '../../src/explore/explore.ts';
import { mutants } from '../mutants/mutants.ts';
import { startSecondService } from '../second-service/start-second-service.ts';
import { createVariation } from '../second-service/variation.ts';
import { startDeployment } from '../support/sandbox-deployment.ts';
import { allHostsAt } from '../support/serve.ts';
import { exploreMutant } from './explore-mutant.ts';

const timeout = 900_000;
const cases = 2000;

/** The failures that are more than a difference from what the kit assumes. */
const blamed = ({ failures }: Exploration) =>
  failures.filter(({ basis }) => basis !== 'assumed').map(({ description, problems }) => [description, problems]);

test(`${cases} requests find nothing wrong with the sandbox`, { timeout }, async () => {
  const { deployment } = await startDeployment();

  const { failures, leftOut, ...counted } = await explore({ deployment, cases, seed: 1 });

  expect([failures, leftOut, counted]).toEqual([[], [], { cases, seed: 1 }]);
});

test(`${cases} requests blame the mock only for what needs arithmetic`, { timeout }, async ({ onTestFinished }) => {
  const mock = await startPrismMock({ port: 0 });
  onTestFinished(() => mock.close());
  const deployment: Deployment = { hosts: allHostsAt(mock.url), credentials: {}, isStateless: true };

  const { failures } = await explore({ deployment, cases, seed: 1 });

  expect(failures.map(({ rules }) => rules)).toEqual([['PARTY-4']]);
});

const variations = Array.from({ length: 20 }, (_, index) => index + 1);

test.for(variations)(
  `${cases} requests blame a legal service for nothing (variation %i)`,
  { timeout },
  async (variation, { onTestFinished }) => {
    const { deployment, close } = await startSecondService(createVariation(variation));
    onTestFinished(close);

    const exploration = await explore({ deployment, cases, seed: variation * cases });

    expect(blamed(exploration)).toEqual([]);
    expect(exploration.leftOut.map(({ operationId }) => operationId)).toEqual(['validateOtp']);
  },
);

/** Broken sandboxes whose fault a single call can show. */
const planted = [
  'wants the client admin token for bank accounts',
  'wants the API key for contracts',
  'wants the organization token to read a user',
  'takes the organization token on contracts, milestones, parties and start of payment',
  'refuses the organization token on createContract with 401 instead of 403',
  'refuses the right client secret',
  'calls the id of a customer userId',
  'writes the id of a customer as text',
  'wraps a registered customer in data',
  'refuses a bank account that has all of its fields',
  'takes an address without label or country',
  'wants a street',
  'refuses a national id of ten digits',
  'writes as text whether a one-time password is valid',
  'calls the id of a linked user id',
  'leaves out meta',
  'writes as text whether a user has to be verified',
  'links a user with 201',
  'leaves out verification_status',
  'writes as a number whether an email is verified',
  'has another code for invalid input',
  'does not say which field is invalid',
  'answers invalid input with 422',
  'calls the id of a parent contractId',
  'leaves out senderRole',
  'does not wrap a parent in data',
  'writes the fee as text',
  'leaves out feePercentage',
  'takes paymentMethods, isDeliverable and isInspectable',
  'accepts a forbidden field in a second milestone',
  'accepts empty paymentMethods',
  'takes a BROKER with the wrong flags',
  'takes a CUSTOMER with the wrong flags',
  'takes a CUSTOMER who pays the PROVIDER alone',
  'does not compare the totals',
  'takes totals that differ by a halala',
  'wraps the checkout URL in an object',
  'calls a ticket token',
  'writes the lifetime of a ticket as text',
  'wraps a ticket in data',
  'takes what the document forbids by it',
];

test('every planted fault is a broken sandbox', () => {
  expect(planted.filter((does) => mutants.every((mutant) => mutant.does !== does))).toEqual([]);
});

/** The rarest of them shows in one request of one operation, with one value of many. */
const mostCases = 3 * cases;

test.for(mutants.filter(({ does }) => planted.includes(does)))(
  `$rule a sandbox that $does is found out by ${mostCases} requests or fewer, and the request is small`,
  { timeout },
  async (mutant) => {
    const failures = await exploreMutant(mutant, { cases: mostCases });

    const found = failures.find(({ rules: [id = ''] }) => mainRuleOf(id) === mainRuleOf(mutant.rule));
    expect(found, JSON.stringify(failures.map(({ description }) => description))).toBeDefined();
    expect(found?.changes.length).toBeLessThanOrEqual(1);
  },
);
