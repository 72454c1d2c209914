import { shippedRules, startService } from '@escrow-kit/sandbox/testing';
import { findRule, rules } from '@escrow-kit/spec';
import { isSoak } from '@escrow-kit/tools';
import { temporaryFolder } from '@escrow-kit/tools/temporary-folder';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { judge } from '../../src/judge/judge.ts';
import { differenceOf, isDifference, summarizeRules } from '../../src/judge/verification.ts';
import { ruleOf } from '../../src/pacts/pacts.ts';
import { createStateContext } from '../../src/states/context.ts';
import { type Check, startProviderServer } from '../../src/verify/provider-server.ts';
import { runPact, writePact } from '../../src/verify/run-pact.ts';
import { deploymentOf } from '../support/deployments.ts';
import { filterPacts } from '../support/pacts.ts';
import { type Fault, type Faults, legal, wrong } from './mutants.ts';

/** A sandbox that differs from the shipped one in what a rule is about. */
interface Mutant {
  /** The rule and what the sandbox does. */
  name: string;
  rule: string;
  fault: Fault;
}

const toMutants = (faults: Faults): Mutant[] =>
  Object.entries(faults).map(([name, fault]) => ({ name, rule: name.split(' ')[0] ?? '', fault }));

const mutants = toMutants(wrong);
const harmless = isSoak ? toMutants(legal) : [];

const checkedRules = Object.keys(rules).filter((id) => rules[id]?.heldBy.includes('contract-tests'));

test('every rule has a sandbox that breaks it', () => {
  const broken = new Set(mutants.map(({ rule }) => rule));

  expect(checkedRules.filter((rule) => !broken.has(rule))).toEqual([]);
});

/** All in `pnpm soak`; otherwise the first of each stated rule. */
const tried = mutants.filter(
  ({ rule }, index) =>
    isSoak || (findRule(rule)?.basis === 'stated' && mutants.findIndex((mutant) => mutant.rule === rule) === index),
);

/** Refusals are checked by other rules. */
const triedBy = (rule: string): string => (rule === 'ERR-1' ? 'PARTY-3' : rule);

/** What the checks of a mutant found. */
interface Trial {
  /** The rules that are called broken or differ, with the outcomes. */
  differences: Record<string, string>;
  /** The operations that answered 500. */
  crashes: unknown[];
}

const trials = new Map<Mutant, Trial>();

// As `verify` does, but all in one process of Pact's, which takes longer to start than their few checks.
beforeAll(async () => {
  const folder = temporaryFolder(afterAll);
  const opened = await Promise.all([...tried, ...harmless].map(openMutant));
  const runs = opened.map(({ checks, providerUrl }) => ({
    providerUrl,
    pactFiles: checks.map((check) => writePact(folder, check)),
  }));
  await runPact(runs, {
    folder,
    signal: new AbortController().signal,
    onResults(run, results) {
      for (const { interaction, evidence } of opened[run]?.checks ?? [])
        evidence.result = results.find(({ description }) => description === interaction.description);
    },
  });
  for (const { mutant, readTrial, close } of opened) {
    trials.set(mutant, await readTrial());
    await close();
  }
});

async function openMutant(mutant: Mutant) {
  const { rule, fault } = mutant;
  const { sandbox } = await startService({}, { rules: { ...shippedRules, ...fault(shippedRules) } });
  const context = createStateContext(await deploymentOf(sandbox));
  const server = await startProviderServer(context, () => {});
  const wanted = filterPacts((interaction) => ruleOf(interaction) === triedBy(rule));
  const checks = wanted.flatMap(({ consumer, interactions }) =>
    interactions.map((interaction): Check => ({ interaction, consumer: consumer.name, evidence: { values: {} } })),
  );
  return {
    mutant,
    checks,
    providerUrl: server.open(checks),
    async readTrial(): Promise<Trial> {
      const interactions = checks.map(({ interaction, ...rest }) => judge(interaction, { ...rest, redact: String }));
      const different = summarizeRules({ interactions }).filter(({ outcome }) => isDifference(outcome));
      const { requests } = await sandbox.control.requests({ outcome: 'failed' });
      return {
        differences: Object.fromEntries(different.map(({ id, outcome }) => [id, outcome])),
        // The bare 500 of an unknown milestone is right.
        crashes: requests.flatMap((request) => (request.rule === 'PAY-4' ? [] : [request.operationId])),
      };
    },
    async close() {
      await server.close();
      await context.close();
      await sandbox.close();
    },
  };
}

test.for(tried)('$name, gets the verdict of its basis on this rule alone, and does not crash', (mutant) => {
  const { rule } = mutant;

  // That a refusal is a 4xx is stated nowhere.
  const verdict = rule === 'ERR-1' ? 'assumed: differs' : differenceOf[rules[rule]?.basis ?? 'assumed'];
  expect(trials.get(mutant)).toEqual({
    differences: { [rule]: verdict },
    crashes: rule === 'ERR-1' ? expect.anything() : [],
  });
});

test.for(harmless)('$name, and is blamed for nothing', (mutant) => {
  expect(trials.get(mutant)).toEqual({ differences: {}, crashes: [] });
});
