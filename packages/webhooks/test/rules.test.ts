import { readdirSync, readFileSync } from 'node:fs';
import { rules } from '@escrow-kit/spec';
import { expect, test } from 'vitest';

const folder = new URL('./', import.meta.url);
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(ts|js)$/.test(name));
const titles = files.flatMap((name) => {
  const text = readFileSync(new URL(name, folder), 'utf8');
  return Array.from(text.matchAll(/\(\s*['"`]([A-Z]+-\d+) [^\n]+?['"`],/g), ([, id]) => id);
});
const rulesOfTheWebhooks = Object.entries(rules).filter(([, { heldBy }]) => heldBy.includes('webhooks'));

test('every rule that the webhooks hold has a test whose title starts with its id', () => {
  const missing = rulesOfTheWebhooks.map(([id]) => id).filter((id) => !titles.includes(id));

  expect(rulesOfTheWebhooks.length).toBeGreaterThan(0);
  expect(missing).toEqual([]);
});

test('every title starts with a rule that the webhooks hold', () => {
  const known = rulesOfTheWebhooks.map(([id]) => id);

  expect(titles.filter((id) => !known.includes(id ?? ''))).toEqual([]);
});
