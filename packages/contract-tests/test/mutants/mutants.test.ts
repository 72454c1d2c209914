import { mainRuleOf, rules } from '@escrow-kit/spec';
import { isSoak } from '@escrow-kit/suite';
import { expect, test } from 'vitest';
import { rulesOf } from '../../src/pacts/rules-of.ts';
import { allPacts, filterPacts } from '../support/pacts.ts';
import { mutants } from './mutants.ts';
import { type Trial, tryMutant } from './try-mutant.ts';
import type { Mutant } from './ways.ts';

/**
 * All interactions in `pnpm soak`; otherwise those that are named after its rule, or if they do not lead to the verdict that is due, all
 * that check its rule.
 */
async function tryByRule(mutant: Mutant, due: Trial['verdict']): Promise<Trial> {
  if (isSoak) return tryMutant(mutant, allPacts);
  const { rule } = mutant;
  const named = await tryMutant(
    mutant,
    filterPacts(({ description }) => description.startsWith(`${rule} `)),
  );
  if (named.verdict === due) return named;
  return tryMutant(
    mutant,
    filterPacts((interaction) => rulesOf(interaction).includes(rule)),
  );
}

const checkedRules = Object.keys(rules).filter((id) => rules[id]?.heldBy.includes('contract-tests'));

test.for(checkedRules)('%s has a sandbox that breaks it, or a constraint of it', (rule) => {
  expect(mutants.map((mutant) => mainRuleOf(mutant.rule))).toContain(rule);
});

test.for(mutants)(
  '$rule a sandbox that $does gets the verdict of its basis, and no other rule; it does not crash',
  async (mutant) => {
    const due = mutant.verdict ?? 'broken';

    const { verdict, blamed, crashes } = await tryByRule(mutant, due);

    expect(verdict).toBe(due);
    expect(blamed.filter((rule) => !mutant.alsoBlamed?.includes(rule))).toEqual([]);
    expect(crashes).toEqual(mutant.answers500 ? expect.anything() : []);
  },
);
