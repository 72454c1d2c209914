import { mainRuleOf, rules } from '@escrow-kit/spec';
import { isSoak } from '@escrow-kit/suite';
import { expect, test } from 'vitest';
import { differenceOf } from '../../src/judge/verification.ts';
import { basisOf } from '../../src/pacts/basis-of.ts';
import type { Interaction } from '../../src/pacts/pact-document.ts';
import { rulesOf } from '../../src/pacts/rules-of.ts';
import { allPacts, filterPacts } from '../support/filter-pacts.ts';
import { formatMatrix } from './format-matrix.ts';
import type { Mutant } from './mutant.ts';
import { mutants } from './mutants.ts';
import { noticedBefore, writtenMatrix } from './read-matrix.ts';
import { type Trial, tryMutant } from './try-mutant.ts';

/** Also needed after a change of the pacts. */
const remedy = "Run `vitest run --mode soak test/mutants -u -t 'up to date'`.";

const trials = new Map<Mutant, Promise<Trial>>();

/** The first interaction in mutants.md that decides the verdict on a broken sandbox. */
function findDecisive(mutant: Mutant): Interaction | undefined {
  const { verdict = 'broken' } = mutant;
  const noticed = noticedBefore(mutant);
  const isDecisive = (interaction: Interaction) =>
    noticed.includes(interaction.description) && differenceOf[basisOf(interaction)] === verdict;
  return allPacts.flatMap(({ interactions }) => interactions).find(isDecisive);
}

/** All interactions in `pnpm soak`; otherwise the decisive one, or those of its rule if mutants.md has none yet. */
function tryOnce(mutant: Mutant): Promise<Trial> {
  const decisive = isSoak ? undefined : findDecisive(mutant);
  const isWanted = (interaction: Interaction) =>
    decisive === undefined ? rulesOf(interaction).includes(mutant.rule) : interaction === decisive;
  const pacts = filterPacts((interaction) => isSoak || isWanted(interaction));
  const trial = trials.get(mutant) ?? tryMutant(mutant, pacts);
  trials.set(mutant, trial);
  return trial;
}

const checkedRules = Object.keys(rules).filter((id) => rules[id]?.heldBy.includes('contract-tests'));

test.for(checkedRules)('%s has a sandbox that breaks it, or a constraint of it', (rule) => {
  expect(mutants.map((mutant) => mainRuleOf(mutant.rule))).toContain(rule);
});

test('no two broken sandboxes do the same', () => {
  const names = mutants.map(({ rule, does }) => `${rule} ${does}`);

  expect(new Set(names).size).toBe(names.length);
});

const noticed = mutants.filter(({ verdict }) => verdict !== 'not checkable');

test.for(noticed)('$rule a sandbox that $does is noticed by the rule, and does not crash', async (mutant) => {
  const { noticedBy, crashes } = await tryOnce(mutant);

  expect(
    noticedBy.length,
    `${mutant.rule} is not checked by any interaction, or mutants.md is stale. ${remedy}`,
  ).toBeGreaterThan(0);
  expect(crashes).toEqual(mutant.answers500 ? expect.anything() : []);
});

test.for(mutants)('$rule a sandbox that $does gets the verdict of its basis, and no other rule', async (mutant) => {
  const { verdict, blamed } = await tryOnce(mutant);

  expect(verdict).toBe(mutant.verdict ?? 'broken');
  expect(blamed.filter((rule) => !mutant.alsoBlamed?.includes(rule))).toEqual([]);
});

test('mutants.md has every broken sandbox, and no other', () => {
  const written = mutants.map((mutant) => ({ mutant, noticedBy: noticedBefore(mutant) }));

  expect(formatMatrix(written), remedy).toBe(writtenMatrix);
});

if (isSoak) {
  test('mutants.md is up to date', async () => {
    const tried: Trial[] = [];
    for (const mutant of mutants) tried.push(await tryOnce(mutant));

    await expect(formatMatrix(tried)).toMatchFileSnapshot('../../mutants.md');
  });
}
