import { startSandbox } from '@escrow-kit/sandbox';
import { expect, test } from 'vitest';
import { explore } from '../../src/explore/explore.ts';
import { mutants } from '../mutants/mutants.ts';
import { deploymentOf } from '../support/sandbox-deployment.ts';
import { exploreMutant } from './explore-mutant.ts';

test('a sandbox answers generated requests as is due', async ({ onTestFinished }) => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());

  const exploration = await explore(await deploymentOf(sandbox), { cases: 200, seed: 1 });

  expect(exploration).toEqual({ cases: 200, seed: 1, failures: [], leftOut: [] });
});

const planted = [
  {
    does: 'takes paymentMethods, isDeliverable and isInspectable',
    seed: 1,
    failure: {
      outcome: 'broken',
      operationId: 'addMilestones',
      text: expect.stringMatching(/^status: got 200, expected a refusal: milestones\[.\]\.\w+ must not be sent$/),
      changes: [expect.stringMatching(/^milestones\[.\]\.(paymentMethods|isDeliverable|isInspectable) is /)],
    },
  },
  {
    does: 'wants a street',
    seed: 201,
    failure: {
      outcome: 'broken',
      operationId: 'addAddress',
      text: 'status: got 400, expected a success',
      changes: ['street is left out'],
    },
  },
  {
    does: 'leaves out verification_status',
    seed: 1,
    failure: {
      outcome: 'broken',
      operationId: 'getUser',
      text: 'data.verification_status is missing',
      changes: [],
    },
  },
];

test.for(planted)('a sandbox that $does is found out by a small request', async ({ does, seed, failure }) => {
  const [mutant] = mutants.filter((one) => one.does === does);
  if (!mutant) throw new Error(`No sandbox ${does}.`);

  const failures = await exploreMutant(mutant, { cases: 300, seed });

  expect(failures).toEqual([expect.objectContaining({ rule: mutant.rule, ...failure })]);
});
