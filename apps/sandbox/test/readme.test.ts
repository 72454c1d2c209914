import { globSync, readFileSync } from 'node:fs';
import { findRule, rules } from '@escrow-kit/spec';
import { expect, test } from 'vitest';
import { createSandboxProgram } from '../src/command-options.ts';
import { knownPhones } from '../src/domain/known-phones.ts';
import { canBeNoted } from '../src/domain/refuse-or-note.ts';
import { defaultCredentials } from '../src/index.ts';

const readme = readFileSync(`${import.meta.dirname}/../README.md`, 'utf8');
const read = (chapter: string) => readFileSync(`${import.meta.dirname}/../../../docs/guide/${chapter}.md`, 'utf8');

test('the README and the sandbox agree about the credentials', () => {
  const { tokens, ...others } = defaultCredentials;

  const listed = [...readme.matchAll(/^- [\w ]+: `([\w-]+)`$/gm)].map(([, value]) => value);

  expect(listed.toSorted()).toEqual([...Object.values(tokens), ...Object.values(others)].toSorted());
});

test('the guide lists every phone that forces an outcome', () => {
  const listed = [...read('sandbox').matchAll(/^\| `(\+\d+)` +\| /gm)].map(([, phone]) => phone);

  expect(listed).toEqual(Object.values(knownPhones));
});

test('the README lists every option of the command with its environment variable', () => {
  const program = createSandboxProgram(async () => {});

  const options = program.options.flatMap(({ long, envVar }) => (envVar === undefined ? [] : [[long, envVar]]));
  const rows = readme.matchAll(/^\| `(--[a-z-]+)[ A-Z]*` +\| `([A-Z_]+)`/gm);

  expect(options).toContainEqual(['--data', 'SANDBOX_DATA']);
  expect([...rows].map(([, flag, variable]) => [flag, variable])).toEqual(options);
});

test('the guide lists the rules that are not stated and that the sandbox refuses even with `note`', () => {
  const [, section = ''] = read('sandbox-choices').split('## Refused though not stated\n');
  const listed = /^[A-Z]+-\d+[a-z]?(?:, [A-Z]+-\d+[a-z]?)+$/m.exec(section)?.[0].split(', ');
  const held = Object.entries(rules).filter(([, rule]) => rule.heldBy.includes('sandbox') && rule.basis !== 'stated');

  const refused = held.map(([id]) => id).filter((id) => !canBeNoted(id));

  expect(listed?.toSorted()).toEqual(refused.toSorted());
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
