import { globSync, readFileSync } from 'node:fs';
import { findRule, rules } from '@escrow-kit/spec';
import { expect, test } from 'vitest';
import { canBeNoted } from '../src/domain/refuse-or-note.ts';

const readme = readFileSync(`${import.meta.dirname}/../README.md`, 'utf8');
const [, section = ''] = readme.split('## Refused though not stated\n');
const listed = (/^[A-Z]+-\d+[a-z]?(?:, [A-Z]+-\d+[a-z]?)+$/m.exec(section)?.[0] ?? '').split(', ');

test('the README lists the rules that are not stated and that the sandbox refuses even with `note`', () => {
  const held = Object.entries(rules).filter(
    ([, { heldBy, basis }]) => heldBy.includes('sandbox') && basis !== 'stated',
  );

  expect(listed.toSorted()).toEqual(
    held
      .map(([id]) => id)
      .filter((id) => !canBeNoted(id))
      .toSorted(),
  );
});

test('the sandbox refuses only by known rules, and by unstated ones only if it holds them', () => {
  const sources = globSync(`${import.meta.dirname}/../src/**/*.ts`).map((file) => readFileSync(file, 'utf8'));
  const named = sources.flatMap((source) => [...source.matchAll(/'([A-Z]+-\d+[a-z]?)'/g)].map(([, id = '']) => id));

  const unlisted = [...new Set(named)].filter((id) => {
    const rule = findRule(id);
    return !rule || (rule.basis !== 'stated' && !rule.heldBy.includes('sandbox'));
  });

  expect(named.length).toBeGreaterThan(20);
  expect(unlisted).toEqual([]);
});
