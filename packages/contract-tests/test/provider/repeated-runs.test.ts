import { isSoak } from '@escrow-kit/suite';
import { expect, test } from 'vitest';
import { rulesOf } from '../../src/pacts/rules-of.ts';
import { filterPacts } from '../support/pacts.ts';
import { startDeployment } from '../support/sandbox-deployment.ts';
import { verificationLimitInMs, verifyByPact } from '../support/verify-by-pact.ts';

/** In `pnpm soak` twenty runs of all interactions; otherwise two runs of those that a used phone number would change. */
const runs = isSoak ? 20 : 2;
const rules = ['USER-2', 'TICKET-4', 'TICKET-5', 'LEGACY-1', 'UAPI-1'];
const pacts = filterPacts((interaction) => isSoak || rulesOf(interaction).some((id) => rules.includes(id)));

test('every run on one deployment gives the same result', { timeout: verificationLimitInMs }, async () => {
  const { deployment } = await startDeployment();

  for (let run = 1; run <= runs; run += 1) {
    const { interactions } = await verifyByPact(pacts, deployment);

    const others = interactions.filter(({ outcome, reason }) => outcome !== 'held' && reason?.kind !== 'not-shown');
    expect(others, `run ${run}`).toEqual([]);
  }
});
