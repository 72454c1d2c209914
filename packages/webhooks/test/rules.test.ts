import { rules } from '@escrow-kit/spec';
import { findRuleTests } from '@escrow-kit/tools/rule-tests';
import { expect, test } from 'vitest';

const tested = findRuleTests(import.meta.dirname).map(({ rule }) => rule);
const held = Object.keys(rules).filter((id) => rules[id]?.heldBy.includes('webhooks'));

test('every rule that the webhooks hold has a test whose title starts with its id', () => {
  expect(held).not.toEqual([]);
  expect(held.filter((id) => !tested.includes(id))).toEqual([]);
});

test('every title starts with a rule that the webhooks hold', () => {
  expect(tested.filter((id) => !held.includes(id))).toEqual([]);
});
