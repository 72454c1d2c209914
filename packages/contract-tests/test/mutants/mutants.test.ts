import { mainRuleOf, rules } from '@escrow-kit/spec';
import { isSoak } from '@escrow-kit/suite';
import { beforeAll, expect, test } from 'vitest';
import { basisOf } from '../../src/verify/judge.ts';
import type { Interaction } from '../../src/verify/pact-document.ts';
import { rulesOf } from '../../src/verify/rules-of.ts';
import { allPacts } from '../support/filter-pacts.ts';
import { verificationLimitInMs } from '../support/verify-by-pact.ts';
import { formatMatrix } from './format-matrix.ts';
import type { Mutant } from './mutant.ts';
import { mutants } from './mutants.ts';
import { noticedBefore, writtenMatrix } from './read-matrix.ts';
import { type Plan, type Trial, tryMutants } from './try-mutants.ts';

/** Also needed after a change of the pacts. */
const remedy = 'Run `vitest run --mode soak test/mutants -u`.';

const interactions = allPacts.flatMap((pact) => pact.interactions);

/** The first interaction in mutants.md that decides the verdict on a broken sandbox. Only something stated can be broken. */
function findDecisive(mutant: Mutant): Interaction | undefined {
  const { verdict = 'broken' } = mutant;
  const noticed = noticedBefore(mutant);
  return interactions.find(
    (interaction) =>
      noticed.includes(interaction.description) && (basisOf(interaction) === 'stated') === (verdict === 'broken'),
  );
}

/** All interactions in `pnpm soak`; otherwise the decisive one, or those of its rule if mutants.md has none yet. */
function planFor(mutant: Mutant): Plan {
  if (isSoak) return { mutant, interactions };
  const decisive = findDecisive(mutant);
  const ofRule = interactions.filter((interaction) => rulesOf(interaction).includes(mutant.rule));
  return { mutant, interactions: decisive ? [decisive] : ofRule };
}

const trials = new Map<Mutant, Trial>();

async function tryTogether(some: readonly Mutant[]): Promise<void> {
  for (const trial of await tryMutants(some.map(planFor))) trials.set(trial.mutant, trial);
}

// In `pnpm soak` each is tried alone, because all interactions of all of them are too many for one run.
beforeAll(() => (isSoak ? undefined : tryTogether(mutants)), verificationLimitInMs);

async function tryOnce(mutant: Mutant): Promise<Trial> {
  if (!trials.has(mutant)) await tryTogether([mutant]);
  return trials.get(mutant) ?? expect.fail(`${mutant.rule} was not tried.`);
}

const promisedRules = Object.keys(rules).filter((id) => rules[id]?.heldBy.includes('contract-tests'));

test.for(promisedRules)('%s has a sandbox that breaks it, or a constraint of it', (rule) => {
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
