import { startPrismMock } from '@escrow-kit/prism-mock';
import { startSandbox } from '@escrow-kit/sandbox';
import { expect, test } from 'vitest';
import type { Deployment } from '../../src/deployment/deployment.ts';
import { type Exploration, explore } from '../../src/explore/explore.ts';
import { startSecondService } from '../second-service/start-second-service.ts';
import { createVariation } from '../second-service/variation.ts';
import { deploymentOf } from '../support/sandbox-deployment.ts';

const timeout = 900_000;
const cases = 2000;

/** The failures that are more than a difference from what the kit assumes. */
const blamed = ({ failures }: Exploration) =>
  failures.filter(({ basis }) => basis !== 'assumed').map(({ description, problems }) => [description, problems]);

test(`${cases} requests find nothing wrong with the sandbox`, { timeout }, async ({ onTestFinished }) => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());

  const { failures, leftOut, ...counted } = await explore({ deployment: await deploymentOf(sandbox), cases, seed: 1 });

  expect([failures, leftOut, counted]).toEqual([[], [], { cases, seed: 1 }]);
});

test(`${cases} requests blame the mock only for what needs arithmetic`, { timeout }, async ({ onTestFinished }) => {
  const mock = await startPrismMock({ port: 0 });
  onTestFinished(() => mock.close());
  const { url } = mock;
  const hosts = { contract: url, auth: url, identity: url, users: url, legacy: url };
  const deployment: Deployment = { hosts, credentials: {}, isStateless: true };

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
