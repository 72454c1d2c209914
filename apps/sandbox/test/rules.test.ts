import { globSync, readFileSync } from 'node:fs';
import { mainRuleOf, rules } from '@escrow-kit/spec';
import { expect, test } from 'vitest';

const files = globSync(`${import.meta.dirname}/**/*.test.ts`).filter((file) => file !== import.meta.filename);
const titles = new Set(
  files.flatMap(
    (file) => readFileSync(file, 'utf8').match(/(?<=['"`])[A-Z]+-\d+[a-z]? [^\n]+?(?=['"`],|['"`]\s*\))/g) ?? [],
  ),
);
/** Every constraint has its cases in assumed-rules.test.ts. */
const held = Object.entries(rules).flatMap(([id, { heldBy }]) =>
  heldBy.includes('sandbox') && mainRuleOf(id) === id ? [id] : [],
);

/** A title that has one of these words, or a status, says what is refused; every other one says what is accepted. */
const refused = /refused|\b[45]\d\d\b/;

test.each(held)('%s has a test of what is accepted and one of what is refused', (id) => {
  const own = [...titles].filter((title) => title.startsWith(`${id} `));

  expect(own).toContainEqual(expect.stringMatching(refused));
  expect(own.filter((title) => !refused.test(title))).not.toEqual([]);
});

test('every title that starts with an id names a rule', () => {
  const unknown = [...titles].filter((title) => !Object.hasOwn(rules, title.split(' ')[0] ?? ''));

  expect(unknown).toEqual([]);
});
