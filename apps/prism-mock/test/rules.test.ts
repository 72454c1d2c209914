import { readdirSync, readFileSync } from 'node:fs';
import { rules } from '@escrow-kit/spec';
import { expect, test } from 'vitest';

const sources = readdirSync(import.meta.dirname).map((file) => readFileSync(`${import.meta.dirname}/${file}`, 'utf8'));
const titles = sources.flatMap((source) => source.match(/(?<=')[A-Z]+-\d+ [^']+(?=')/g) ?? []);
const held = Object.entries(rules).flatMap(([id, { heldBy }]) => (heldBy.includes('mock') ? [id] : []));

test.each(held)('%s has a test of what is accepted and one of what is refused', (id) => {
  const own = titles.filter((title) => title.startsWith(`${id} `));
  const refusals = own.filter((title) => title.includes('refused'));

  expect(refusals).not.toHaveLength(0);
  expect(own.length).toBeGreaterThan(refusals.length);
});
