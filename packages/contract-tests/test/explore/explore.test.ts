import { startSandbox } from '@escrow-kit/sandbox';
import { expect, test } from 'vitest';
import { explore } from '../../src/explore/explore.ts';
import { deploymentOf } from '../support/sandbox-deployment.ts';
import { exploreMutant, mutantThat } from './explore-mutant.ts';

test('a sandbox answers generated requests as is due', async ({ onTestFinished }) => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());

  const exploration = await explore({ deployment: await deploymentOf(sandbox), cases: 200, seed: 1 });

  expect(exploration).toEqual({ cases: 200, seed: 1, failures: [], leftOut: [] });
});

const planted = [
  {
    does: 'takes paymentMethods, isDeliverable and isInspectable',
    failure: {
      outcome: 'broken',
      operationId: 'addMilestones',
      changes: [expect.stringMatching(/^milestones\[.\]\.(paymentMethods|isDeliverable|isInspectable) is /)],
    },
    text: expect.stringMatching(/^status: got 200, expected a refusal: milestones\[.\]\.\w+ must not be sent$/),
  },
  {
    does: 'wants a street',
    failure: {
      outcome: 'broken',
      operationId: 'addAddress',
      changes: ['street is left out'],
    },
    text: 'status: got 400, expected a success',
  },
  {
    does: 'leaves out verification_status',
    failure: {
      outcome: 'broken',
      operationId: 'getUser',
      changes: [],
    },
    text: 'data.verification_status is missing',
  },
];

test.for(planted)('a sandbox that $does is found out by a small request', async ({ does, failure, text }) => {
  const mutant = mutantThat(does);

  const failures = await exploreMutant(mutant, { cases: 2000, isWanted: (id) => id === failure.operationId });

  const { rule } = mutant;
  const problems = [{ kind: 'answer', rule, text }];
  expect(failures).toEqual([expect.objectContaining({ rules: [rule], problems, ...failure })]);
});
