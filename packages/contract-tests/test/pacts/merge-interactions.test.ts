import { expect, test } from 'vitest';
import { mergeInteractions, splitDescription } from '../../src/pact-tools/merge-interactions.ts';
import type { Interaction } from '../../src/pacts/pact-document.ts';
import { allInteractions } from '../support/pacts.ts';

const matcher = (match: string) => ({ matchers: [{ match }] });

/** An interaction of one request, which expects this of its answer. */
function interactionOf(description: string, body: Record<string, unknown>, rules: object): Interaction {
  return {
    type: 'Synchronous/HTTP',
    description,
    request: { method: 'GET', path: '/users/1' },
    response: {
      status: 200,
      body: { content: body, contentType: 'application/json' },
      matchingRules: { body: rules } as NonNullable<NonNullable<Interaction['response']>['matchingRules']>,
    },
  };
}

const withId = interactionOf('UAPI-2 a user has an id', { id: 'u_1' }, { '$.id': matcher('type') });
const withName = interactionOf('UAPI-3 a user has a name', { name: 'Badr' }, { '$.name': matcher('type') });

test('interactions of the same request become one that expects what both expect', () => {
  const [merged, ...others] = mergeInteractions([withId, withName]);

  expect(others).toEqual([]);
  expect(splitDescription(merged?.description ?? '')).toEqual([withId.description, withName.description]);
  expect(merged?.comments?.references?.['escrow-kit']).toMatchObject({ basis: 'stated', rules: 'UAPI-2 UAPI-3' });
  expect(merged?.response?.body?.content).toEqual({ id: 'u_1', name: 'Badr' });
  expect(merged?.response?.matchingRules?.body).toEqual({ '$.id': matcher('type'), '$.name': matcher('type') });
});

test.for<[string, Interaction]>([
  ['values', interactionOf('UAPI-3 other', { id: 'u_2' }, { '$.id': matcher('type') })],
  ['matchers', interactionOf('UAPI-3 other', { id: 'u_1' }, { '$.id': matcher('number') })],
  ['states', { ...withName, providerStates: [{ name: 'a linked customer' }] }],
])('interactions with other %s stay apart', ([, other]) => {
  expect(mergeInteractions([withId, other])).toEqual([withId, other]);
});

test('every description of the kit is found again after merging', () => {
  const merged = mergeInteractions(allInteractions);

  const found = merged.flatMap(({ description }) => splitDescription(description));

  expect(found.sort()).toEqual(allInteractions.map(({ description }) => description).sort());
  expect(merged.length).toBeLessThan(allInteractions.length);
});
