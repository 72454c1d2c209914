import { shippedRules, startService } from '@escrow-kit/sandbox/testing';
import { breaks, summarizeRules } from '../../src/report/summarize-rules.ts';
import type { Pact } from '../../src/verify/pact-document.ts';
import type { Outcome } from '../../src/verify/verification.ts';
import { deploymentOf } from '../support/sandbox-deployment.ts';
import { verifyByPact } from '../support/verify-by-pact.ts';
import type { Mutant } from './mutant.ts';

/** What became of a broken sandbox. */
export interface Trial {
  mutant: Mutant;
  /** What is said of its rule. */
  verdict: Outcome | undefined;
  /** The other rules that are called broken or said to differ. */
  blamed: string[];
  /** The interactions of its rule that are broken; those whose state could not be set up say nothing about the rule. */
  noticedBy: string[];
  /** The operations that answered 500, but for the bare one of a milestone that does not exist. */
  crashes: string[];
}

/** Verifies a broken sandbox by these pacts. */
export async function tryMutant(mutant: Mutant, pacts: readonly Pact[]): Promise<Trial> {
  const { sandbox } = await startService({}, { ...shippedRules, ...mutant.replace(shippedRules) });
  try {
    const verification = await verifyByPact(pacts, await deploymentOf(sandbox));
    const { interactions } = verification;
    const rules = summarizeRules(verification);
    const broken = interactions.filter((interaction) => breaks(interaction, mutant.rule));
    const { requests } = await sandbox.control.requests({ status: 500 });
    return {
      mutant,
      verdict: rules.find(({ id }) => id === mutant.rule)?.outcome,
      blamed: rules.flatMap(({ id, outcome }) =>
        id !== mutant.rule && (outcome === 'broken' || outcome === 'assumed: differs') ? [id] : [],
      ),
      noticedBy: broken.map(({ description }) => description),
      crashes: requests.flatMap(({ operationId, rule }) => (rule === 'PAY-4' ? [] : [String(operationId)])),
    };
  } finally {
    await sandbox.close();
  }
}
