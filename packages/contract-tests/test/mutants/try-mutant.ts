import { shippedRules, startService } from '@escrow-kit/sandbox/testing';
import { summarizeRules } from '../../src/judge/summarize-rules.ts';
import { isDifference, type Outcome } from '../../src/judge/verification.ts';
import type { Pact } from '../../src/pacts/pact-document.ts';
import { deploymentOf } from '../support/sandbox-deployment.ts';
import { verifyByPact } from '../support/verify-by-pact.ts';
import type { Mutant } from './ways.ts';

/** The result of verifying a broken sandbox. */
export interface Trial {
  /** The verdict on its rule. */
  verdict: Outcome | undefined;
  /** The other rules that are called broken or differ. */
  blamed: string[];
  /** The operations that answered 500, except the bare 500 for an unknown milestone. */
  crashes: string[];
}

/** Verifies a broken sandbox by these pacts. */
export async function tryMutant(mutant: Mutant, pacts: readonly Pact[]): Promise<Trial> {
  const { sandbox } = await startService({}, { ...shippedRules, ...mutant.replace(shippedRules) });
  try {
    const verification = await verifyByPact(pacts, await deploymentOf(sandbox));
    const rules = summarizeRules(verification);
    const verdict = rules.find(({ id }) => id === mutant.rule)?.outcome;
    const { requests } = await sandbox.control.requests({ outcome: 'failed' });
    return {
      verdict,
      blamed: rules.flatMap(({ id, outcome }) => (id !== mutant.rule && isDifference(outcome) ? [id] : [])),
      crashes: requests.flatMap(({ operationId, rule }) => (rule === 'PAY-4' ? [] : [String(operationId)])),
    };
  } finally {
    await sandbox.close();
  }
}
