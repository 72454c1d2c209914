import { readdirSync, readFileSync } from 'node:fs';
import { mainRuleOf, rules } from '@escrow-kit/spec';
import { expect, test } from 'vitest';

const folder = new URL('./', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.test.ts') && !import.meta.url.endsWith(name));
const titles = files.flatMap((name) => {
  const text = readFileSync(new URL(name, folder), 'utf8');
  return Array.from(text.matchAll(/\(\s*['"`]([A-Z]+-\d+) [^\n]+?['"`],/g), ([, id]) => id);
});
const rulesOfTheClient = Object.entries(rules).filter(
  ([id, { heldBy }]) => mainRuleOf(id) === id && heldBy.includes('client'),
);

test('every rule that the client holds has a test whose title starts with its id', () => {
  const missing = rulesOfTheClient.map(([id]) => id).filter((id) => !titles.includes(id));

  expect(rulesOfTheClient.length).toBeGreaterThan(0);
  expect(missing).toEqual([]);
});

test('every title starts with a rule that the client holds', () => {
  const known = rulesOfTheClient.map(([id]) => id);

  expect(titles.filter((id) => !known.includes(id ?? ''))).toEqual([]);
});
