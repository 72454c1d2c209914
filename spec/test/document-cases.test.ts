import { expect, test } from 'vitest';
import { openApiDocument, rules } from '../src/index.ts';
import { changed } from './bundle-copy.ts';
import { documentCases } from './document-cases.ts';
import { requestCases } from './request-cases.ts';
import { schemaCases } from './schema-cases.ts';

for (const { rule, title, problems, changeTitle, change } of documentCases) {
  test(`${rule} ${title}`, () => {
    expect(problems(openApiDocument)).toEqual([]);
  });

  test(`${rule} ${changeTitle}`, () => {
    expect(problems(changed(change))).not.toEqual([]);
  });
}

test('every rule that the document holds has cases, and every case is about such a rule', () => {
  const held = Object.keys(rules).filter((id) => rules[id]?.heldBy.includes('document'));
  const cased = new Set([...schemaCases, ...requestCases, ...documentCases].map(({ rule }) => rule));

  expect([...cased].sort()).toEqual(held.sort());
});
