import { mainRuleOf, rules } from '@escrow-kit/spec';
import { findRuleTests } from '@escrow-kit/tools/rule-tests';
import { expect, test } from 'vitest';
import { callersCases } from '../support/document-calls.ts';

const tested = findRuleTests(import.meta.dirname).map(({ rule }) => rule);
const held = Object.keys(rules).filter((id) => mainRuleOf(id) === id && rules[id]?.heldBy.includes('client'));

test('every rule that the client enforces has a test whose title starts with its id', () => {
  expect(held).not.toEqual([]);
  const withCases = [...tested, ...callersCases.map(({ rule }) => rule)];
  expect(held.filter((id) => !withCases.includes(id))).toEqual([]);
});

test('every title starts with a rule that the client enforces', () => {
  expect(tested.filter((id) => !held.includes(id))).toEqual([]);
});
