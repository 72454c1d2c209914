import { rules } from '@escrow-kit/spec';
import { callTestsOf } from '@escrow-kit/spec/test-support/call-cases';
import { findRuleTests } from '@escrow-kit/suite/rule-tests';
import { expect, test } from 'vitest';

const tests = [...findRuleTests(import.meta.dirname), ...callTestsOf('document')];
const held = Object.keys(rules).filter((id) => rules[id]?.heldBy.includes('mock'));

test.each(held)('%s has a test of what is accepted and one of what is refused', (id) => {
  const own = tests.filter(({ rule }) => rule === id);

  expect(own).toContainEqual(expect.objectContaining({ isRefusal: true }));
  expect(own).toContainEqual(expect.objectContaining({ isRefusal: false }));
});
