import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shippedRules, startService } from '@escrow-kit/sandbox/testing';
import { judge } from '../../src/judge/judge.ts';
import { isDifference, summarizeRules } from '../../src/judge/verification.ts';
import { ruleOf } from '../../src/pacts/pacts.ts';
import { createStateContext } from '../../src/states/context.ts';
import { type Check, checkParameter, startProviderServer } from '../../src/verify/provider-server.ts';
import { runPact } from '../../src/verify/run-pact.ts';
import { allPacts } from '../support/pacts.ts';
import { deploymentOf } from '../support/sandbox-deployment.ts';
import type { Fault } from './faults.ts';

/** A sandbox that breaks a rule on purpose. */
export interface Mutant {
  /** The rule and what the sandbox does. */
  name: string;
  fault: Fault;
  /** The rules whose checks are made. */
  triedBy: readonly string[];
}

/** What the checks of a mutant found. */
interface Trial {
  /** The rules that are called broken or differ, with the outcomes. */
  differences: Record<string, string>;
  /** The operations that answered 500. */
  crashes: unknown[];
}

/**
 * Tries mutants as `verify` does, but all of them in one process of Pact's, which takes longer to start than their few checks. Returns
 * the trials in the order of the mutants. `folder` is for the pacts.
 */
export async function tryMutants(mutants: readonly Mutant[], folder: string): Promise<Trial[]> {
  const opened = await Promise.all(mutants.map(openMutant));
  try {
    const runs = opened.map(({ checks, providerUrl }, index) => ({
      providerUrl,
      pactFiles: checks.map((check, place) => writePact(join(folder, `${index}-${place}.json`), check)),
    }));
    await runPact(runs, {
      folder,
      signal: new AbortController().signal,
      onResults(run, results) {
        for (const { interaction, evidence } of opened[run]?.checks ?? [])
          evidence.result = results.find(({ description }) => description === interaction.description);
      },
    });
    return await Promise.all(opened.map(({ readTrial }) => readTrial()));
  } finally {
    await Promise.all(opened.map(({ close }) => close()));
  }
}

async function openMutant({ fault, triedBy }: Mutant) {
  const { sandbox } = await startService({}, { ...shippedRules, ...fault(shippedRules) });
  const context = createStateContext(await deploymentOf(sandbox));
  const server = await startProviderServer(context, () => {});
  const checks = allPacts.flatMap(({ consumer, interactions }): Check[] => {
    const wanted = interactions.filter((interaction) => triedBy.includes(ruleOf(interaction)));
    return wanted.map((interaction) => ({ interaction, consumer: consumer.name, evidence: { values: {} } }));
  });
  return {
    checks,
    providerUrl: server.open(checks),
    async readTrial(): Promise<Trial> {
      const interactions = checks.map(({ interaction, ...rest }) => judge(interaction, { ...rest, redact: String }));
      const different = summarizeRules({ interactions }).filter(({ outcome }) => isDifference(outcome));
      const { requests } = await sandbox.control.requests({ outcome: 'failed' });
      return {
        differences: Object.fromEntries(different.map(({ id, outcome }) => [id, outcome])),
        // The bare 500 of an unknown milestone is right.
        crashes: requests.flatMap(({ operationId, rule }) => (rule === 'PAY-4' ? [] : [operationId])),
      };
    },
    async close() {
      await server.close();
      await context.close();
      await sandbox.close();
    },
  };
}

/** Writes the pact of one check, whose first state carries its description. */
function writePact(file: string, { interaction, consumer }: Check): string {
  const [first = { name: 'an organization' }, ...others] = interaction.providerStates ?? [];
  const params = { ...first.params, [checkParameter]: interaction.description };
  const marked = { ...interaction, providerStates: [{ ...first, params }, ...others] };
  const metadata = { pactSpecification: { version: '4.0' } };
  const provider = { name: 'escrow-contract-service' };
  writeFileSync(file, JSON.stringify({ consumer: { name: consumer }, provider, interactions: [marked], metadata }));
  return file;
}
