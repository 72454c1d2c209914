import { shippedParts, startService } from '@escrow-kit/sandbox/testing';
import { listPactFiles } from '../../src/pact-files.ts';
import { breaks } from '../../src/report/summarize-rules.ts';
import { rulesOf } from '../../src/verify/judge.ts';
import { type Pact, readPact } from '../../src/verify/pact-document.ts';
import { type PactProcess, startPactProcess } from '../../src/verify/start-pact-process.ts';
import { verify } from '../../src/verify/verify.ts';
import { deploymentOf } from '../support/sandbox-deployment.ts';
import type { Mutant } from './mutant.ts';

/** What became of a broken sandbox. */
export interface Trial {
  mutant: Mutant;
  /** The interactions of its rule that are broken; those whose state could not be set up say nothing about the rule. */
  noticedBy: string[];
  /** The operations that answered 500, but for the bare one of a milestone that does not exist. */
  crashes: string[];
}

/** As many as the smallest machine has cores. */
const side = 2;

/** Verifies each broken sandbox against the interactions of the rule that it breaks, some side by side. */
export async function tryMutants(mutants: readonly Mutant[]): Promise<Trial[]> {
  const pacts = listPactFiles().map(readPact);
  const trials: Trial[] = [];
  const queue = [...mutants.entries()];
  const work = async () => {
    const pactProcess = startPactProcess();
    try {
      for (let next = queue.shift(); next; next = queue.shift()) {
        trials[next[0]] = await tryMutant(next[1], { pacts, pactProcess });
      }
    } finally {
      await pactProcess.close();
    }
  };
  await Promise.all(Array.from({ length: side }, work));
  return trials;
}

async function tryMutant(
  mutant: Mutant,
  { pacts, pactProcess }: { pacts: Pact[]; pactProcess: PactProcess },
): Promise<Trial> {
  const { sandbox } = await startService({}, { ...shippedParts, ...mutant.replace(shippedParts) });
  try {
    const ofRule = pacts.map((pact) => ({
      ...pact,
      interactions: pact.interactions.filter((interaction) => rulesOf(interaction).includes(mutant.rule)),
    }));
    const deployment = await deploymentOf(sandbox);
    const { interactions } = await verify({ pacts: ofRule, pactProcess, deployment });
    const broken = interactions.filter((interaction) => breaks(interaction, mutant.rule));
    const { requests } = await sandbox.control.requests({ status: 500 });
    return {
      mutant,
      noticedBy: broken.map(({ description }) => description),
      crashes: requests.flatMap(({ operationId, rule }) => (rule === 'PAY-4' ? [] : [String(operationId)])),
    };
  } finally {
    await sandbox.close();
  }
}
