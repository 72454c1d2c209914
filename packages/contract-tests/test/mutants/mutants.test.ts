import { rules } from '@escrow-kit/spec';
import { beforeAll, describe, expect, test } from 'vitest';
import { formatMatrix } from './format-matrix.ts';
import { mutants } from './mutants.ts';
import { type Trial, tryMutants } from './try-mutants.ts';

/** For all of them, on a machine that is busy with other tasks. */
const limitInMs = 160_000;

let trials: Trial[];

beforeAll(async () => {
  trials = await tryMutants(mutants);
}, limitInMs);

const promisedRules = Object.keys(rules).filter((id) => rules[id]?.where.includes('P'));

test.for(promisedRules)('%s has a sandbox that breaks it', (rule) => {
  expect(mutants.map((mutant) => mutant.rule)).toContain(rule);
});

test('no two broken sandboxes do the same', () => {
  const names = mutants.map(({ rule, does }) => `${rule} ${does}`);

  expect(new Set(names).size).toBe(names.length);
});

describe.for(mutants.map((mutant, index) => ({ ...mutant, index })))(
  '$rule a sandbox that $does',
  ({ rule, index, answers500 }) => {
    test('is noticed by an interaction of the rule', () => {
      expect(trials[index]?.noticedBy.length, `${rule} is not enforced by any interaction`).toBeGreaterThan(0);
    });

    test('is noticed because of the rule, not because it crashed', () => {
      expect(trials[index]?.crashes).toEqual(answers500 ? expect.anything() : []);
    });
  },
);

test('the matrix of what noticed each broken sandbox is up to date', async () => {
  await expect(formatMatrix(trials)).toMatchFileSnapshot('../../mutants.md');
});
