import { isSoak } from '@escrow-kit/suite';
import { expect, test } from 'vitest';
import { createJudge } from '../../../src/observe/judge/create-judge.ts';
import { startSecondService } from '../../second-service/start-second-service.ts';
import { createVariation } from '../../second-service/variation.ts';
import { allPacts } from '../../support/pacts.ts';
import { startDeployment } from '../../support/sandbox-deployment.ts';
import { verificationLimitInMs } from '../../support/verify-by-pact.ts';
import { fewPacts, recordVerification } from '../support/record-traffic.ts';

/** Twenty legal services in `pnpm soak`. */
const seeds = Array.from({ length: isSoak ? 20 : 1 }, (_, index) => index + 1);

const pacts = isSoak ? allPacts : fewPacts;

// Of fewer calls, deviations.test.ts shows it.
test.runIf(isSoak)(
  'the sandbox contradicts nothing in a verification',
  { timeout: verificationLimitInMs },
  async () => {
    const { sandbox, deployment } = await startDeployment();

    const kept = (await recordVerification(sandbox.url, deployment, pacts)).map(createJudge());

    expect(kept.length).toBeGreaterThan(80);
    expect(kept.flatMap(({ violations }) => violations)).toEqual([]);
  },
);

test.each(seeds)(
  'a legal service that decides differently contradicts nothing stated (seed %i)',
  { timeout: verificationLimitInMs },
  async (seed) => {
    const { url, deployment, close } = await startSecondService(createVariation(seed));

    const kept = (await recordVerification(url, deployment, pacts)).map(createJudge());
    await close();

    expect(kept.length).toBeGreaterThan(80);
    const found = kept.flatMap(({ operation, violations }) => violations.map((one) => ({ operation, ...one })));
    expect(found.filter(({ basis }) => basis === undefined || basis === 'stated')).toEqual([]);
  },
);
