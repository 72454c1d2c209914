import { rules } from '@escrow-kit/spec';
import { expect, test } from 'vitest';
import { pactInteractions, rulesOf } from './read-interactions.ts';

const promised = Object.keys(rules).filter((id) => rules[id]?.heldBy.includes('contract-tests'));

test.for(promised)('%s has an interaction whose description starts with it', (id) => {
  const descriptions = pactInteractions.map(({ description }) => description);

  expect(descriptions.filter((description) => description.startsWith(`${id} `))).not.toEqual([]);
});

test('every interaction names rules that there are, the one of its description first', () => {
  for (const interaction of pactInteractions) {
    const [first, ...others] = rulesOf(interaction);

    expect(interaction.description.split(' ')[0]).toBe(first);
    expect([first, ...others].filter((id) => !rules[id ?? ''])).toEqual([]);
  }
});

test('no two interactions have the same description', () => {
  const descriptions = pactInteractions.map(({ description }) => description);

  expect(descriptions).toHaveLength(new Set(descriptions).size);
});
