import { findOperation, mainRuleOf, rules } from '@escrow-kit/spec';
import { createRequestValidator, type Violation } from '@escrow-kit/spec/validate';
import { expect, test } from 'vitest';
import type { Interaction } from '../../src/pacts/pact-document.ts';
import { basisOf as basisOfInteraction } from '../../src/pacts/rules-of.ts';
import { allInteractions } from '../support/pacts.ts';
import { basisOf, pactInteractions, rulesOf } from './read-interactions.ts';

const checked = Object.keys(rules).filter((id) => rules[id]?.heldBy.includes('contract-tests'));

test.for(checked)('%s has an interaction whose description starts with it, or with a constraint of it', (id) => {
  const first = pactInteractions.map(({ description }) => mainRuleOf(description.split(' ')[0] ?? ''));

  expect(first).toContain(id);
});

test('every interaction names existing rules, the one of its description first', () => {
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

test('every interaction has a basis, which is not stronger than that of its rule', () => {
  const order = ['assumed', 'implied', 'stated'];
  for (const interaction of pactInteractions) {
    const [first = ''] = rulesOf(interaction);
    const own = order.indexOf(basisOf(interaction));

    expect(own, interaction.description).toBeGreaterThanOrEqual(0);
    expect(own, interaction.description).toBeLessThanOrEqual(order.indexOf(rules[first]?.basis ?? ''));
  }
});

/** The violations of the document in the request of an interaction. */
function violationsOf({ request }: Interaction): Violation[] {
  const found = request && findOperation(request.method, request.path);
  if (!found) return [];
  const { contentType, content } = request.body ?? {};
  return createRequestValidator(found.operation.id)({
    path: found.path,
    query: Object.fromEntries(Object.entries(request.query ?? {}).map(([name, [value]]) => [name, value])),
    body: contentType?.includes('form') ? Object.fromEntries(new URLSearchParams(String(content))) : content,
  });
}

test('the basis of a refusal is at most that of the constraint that its request breaks', () => {
  const order = ['assumed', 'implied', 'stated'];
  for (const interaction of allInteractions) {
    const bases = violationsOf(interaction).map(({ basis = 'assumed' }) => order.indexOf(basis));
    if (bases.length === 0) continue;

    expect(order.indexOf(basisOfInteraction(interaction)), interaction.description).toBeLessThanOrEqual(
      Math.max(...bases),
    );
  }
});
