import { mainRuleOf, rules } from '@escrow-kit/spec';
import { callTestsOf } from '@escrow-kit/spec/test-support/call-cases';
import { findRuleTests } from '@escrow-kit/tools/rule-tests';
import { expect, test } from 'vitest';

const tests = findRuleTests(import.meta.dirname);
/** Every constraint has its cases in assumed-rules.test.ts. */
const held = Object.keys(rules).filter((id) => mainRuleOf(id) === id && rules[id]?.heldBy.includes('sandbox'));

test.each(held)('%s has a test of what is accepted and one of what is refused', (id) => {
  const own = [...tests, ...callTestsOf('sandbox')].filter(({ rule }) => rule === id);

  expect(own).toContainEqual(expect.objectContaining({ isRefusal: true }));
  expect(own).toContainEqual(expect.objectContaining({ isRefusal: false }));
});

test('every title that starts with an id names a rule', () => {
  const unknown = tests.filter(({ rule }) => !Object.hasOwn(rules, rule)).map(({ title }) => title);

  expect(unknown).toEqual([]);
});
