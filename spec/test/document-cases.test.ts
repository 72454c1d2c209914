import { expect, test } from 'vitest';
import { rules } from '../src/index.ts';
import { documentCases } from './document-cases.ts';
import { requestCases } from './request-cases.ts';
import { schemaCases } from './schema-cases.ts';

test.each(documentCases)('$rule $title', ({ problems }) => {
  expect(problems()).toEqual([]);
});

test('every rule that the document holds has cases, and every case is about such a rule', () => {
  const held = Object.keys(rules).filter((id) => rules[id]?.heldBy.includes('document'));
  const cased = new Set([...schemaCases, ...requestCases, ...documentCases].map(({ rule }) => rule));

  expect([...cased].sort()).toEqual(held.sort());
});
