import { isSoak } from '@escrow-kit/suite';
import { expect, test } from 'vitest';
import type { Deployment } from '../../../src/deployment/deployment.ts';
import { createJudge } from '../../../src/observe/judge/create-judge.ts';
import type { KeptExchange } from '../../../src/observe/kept-exchange.ts';
import { startSecondService } from '../../second-service/start-second-service.ts';
import { createVariation } from '../../second-service/variation.ts';
import { allInteractions, allPacts, filterPacts, firstOfEachAnswer } from '../../support/pacts.ts';
import { startDeployment } from '../../support/sandbox-deployment.ts';
import { allHostsAt } from '../../support/serve.ts';
import { verificationLimitInMs, verifyByPact } from '../../support/verify-by-pact.ts';
import { startObserved } from '../support/start-observed.ts';

/** Twenty legal services in `pnpm soak`. */
const seeds = Array.from({ length: isSoak ? 20 : 1 }, (_, index) => index + 1);

const firstOnes = firstOfEachAnswer(allInteractions);
const pacts = isSoak ? allPacts : filterPacts((interaction) => firstOnes.includes(interaction));

/** Everything that a verification sends and gets, judged. */
async function judgeVerification(url: string, deployment: Deployment): Promise<KeptExchange[]> {
  const judge = createJudge();
  const { proxy, exchanges } = await startObserved(url);
  await verifyByPact(pacts, { ...deployment, hosts: allHostsAt(proxy.url) });
  return exchanges.map(judge);
}

test('the sandbox contradicts nothing in a verification', { timeout: verificationLimitInMs }, async () => {
  const { sandbox, deployment } = await startDeployment();

  const kept = await judgeVerification(sandbox.url, deployment);

  expect(kept.length).toBeGreaterThan(80);
  expect(kept.flatMap(({ violations }) => violations)).toEqual([]);
});

test.each(seeds)(
  'a legal service that decides differently contradicts nothing stated (seed %i)',
  { timeout: verificationLimitInMs },
  async (seed) => {
    const { url, deployment, close } = await startSecondService(createVariation(seed));

    const kept = await judgeVerification(url, deployment);
    await close();

    expect(kept.length).toBeGreaterThan(80);
    const stated = kept.flatMap(({ operation, violations }) =>
      violations
        .filter(({ basis }) => basis === undefined || basis === 'stated')
        .map((violation) => [operation, violation]),
    );
    expect(stated).toEqual([]);
  },
);
