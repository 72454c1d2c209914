import { findRule, rules } from '@escrow-kit/spec';
import { isSoak } from '@escrow-kit/suite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { differenceOf } from '../../src/judge/verification.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { wrongAboutContracts } from './contracts.ts';
import { wrongAboutPayments } from './payments.ts';
import { wrongAboutPeople } from './people.ts';
import { tryMutants } from './try-mutants.ts';

/** The rules whose checks try a mutant of a rule. Default: its own. */
const triedBy: Readonly<Record<string, readonly string[]>> = {
  // An event that does not come leaves the checks of its content without one.
  'HOOK-5': ['HOOK-1', 'HOOK-2', 'HOOK-4', 'HOOK-5'],
  'ERR-1': ['PARTY-3'],
};

/** Every sandbox that breaks a rule on purpose. */
const mutants = Object.entries({ ...wrongAboutPeople, ...wrongAboutContracts, ...wrongAboutPayments }).map(
  ([name, fault]) => {
    const rule = name.split(' ')[0] ?? '';
    return { name, rule, fault, triedBy: triedBy[rule] ?? [rule] };
  },
);

const checkedRules = Object.keys(rules).filter((id) => rules[id]?.heldBy.includes('contract-tests'));

test.for(checkedRules)('%s has a sandbox that breaks it', (rule) => {
  expect(mutants.map((mutant) => mutant.rule)).toContain(rule);
});

/** All in `pnpm soak`; otherwise the first of each stated rule. */
const tried = mutants.filter(
  ({ rule }, index) =>
    isSoak || (findRule(rule)?.basis === 'stated' && mutants.findIndex((mutant) => mutant.rule === rule) === index),
);

let trials: Awaited<ReturnType<typeof tryMutants>> = [];
beforeAll(async () => {
  trials = await tryMutants(tried, temporaryFolder(afterAll));
});

test.for(tried)('$name, gets the verdict of its basis on this rule alone, and does not crash', (mutant) => {
  const { differences, crashes } = trials[tried.indexOf(mutant)] ?? {};
  const { rule } = mutant;

  // That a refusal is a 4xx is stated nowhere.
  const verdict = rule === 'ERR-1' ? 'assumed: differs' : differenceOf[rules[rule]?.basis ?? 'assumed'];
  expect(differences).toEqual({ [rule]: verdict });
  expect(crashes).toEqual(rule === 'ERR-1' ? expect.anything() : []);
});
