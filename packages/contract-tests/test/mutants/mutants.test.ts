import { mainRuleOf, rules } from '@escrow-kit/spec';
import { isSoak } from '@escrow-kit/suite';
import { expect, test } from 'vitest';
import type { Interaction } from '../../src/pacts/pact-document.ts';
import { rulesOf } from '../../src/pacts/rules-of.ts';
import { filterPacts } from '../support/pacts.ts';
import { mutants } from './mutants.ts';
import { formatPage, noticedBefore, writtenPage } from './page.ts';
import { type Trial, tryMutant } from './try-mutant.ts';
import type { Mutant } from './ways.ts';

/** Also needed after a change of the pacts. */
const remedy = "Run `vitest run --mode soak test/mutants -u -t 'up to date'`.";

const trials = new Map<Mutant, Promise<Trial>>();

/** All interactions in `pnpm soak`; otherwise the one in mutants.md, or those of its rule if mutants.md has none yet. */
function tryOnce(mutant: Mutant): Promise<Trial> {
  const noticed = noticedBefore(mutant);
  const isWanted = (interaction: Interaction) =>
    isSoak || (noticed ? interaction.description === noticed : rulesOf(interaction).includes(mutant.rule));
  const trial = trials.get(mutant) ?? tryMutant(mutant, filterPacts(isWanted));
  trials.set(mutant, trial);
  return trial;
}

const checkedRules = Object.keys(rules).filter((id) => rules[id]?.heldBy.includes('contract-tests'));

test.for(checkedRules)('%s has a sandbox that breaks it, or a constraint of it', (rule) => {
  expect(mutants.map((mutant) => mainRuleOf(mutant.rule))).toContain(rule);
});

test.for(mutants)(
  '$rule a sandbox that $does gets the verdict of its basis, and no other rule; it does not crash',
  async (mutant) => {
    const { verdict, blamed, crashes } = await tryOnce(mutant);

    expect(verdict, `The check is not made, or mutants.md is stale. ${remedy}`).toBe(mutant.verdict ?? 'broken');
    expect(blamed.filter((rule) => !mutant.alsoBlamed?.includes(rule))).toEqual([]);
    expect(crashes).toEqual(mutant.answers500 ? expect.anything() : []);
  },
);

test('mutants.md has every broken sandbox, and no other', () => {
  expect(formatPage(mutants.map((mutant) => ({ mutant, by: noticedBefore(mutant) }))), remedy).toBe(writtenPage);
});

if (isSoak) {
  test('mutants.md is up to date', async () => {
    const tried: { mutant: Mutant; by: string | undefined }[] = [];
    for (const mutant of mutants) tried.push({ mutant, by: (await tryOnce(mutant)).noticedBy });

    await expect(formatPage(tried)).toMatchFileSnapshot('../../mutants.md');
  });
}
