import { findOperation, mainRuleOf, rules } from '@escrow-kit/spec';
import { createRequestValidator, type Violation } from '@escrow-kit/spec/validate';
import { expect, test } from 'vitest';
import { memoize } from '../../src/deployment/memoize.ts';
import type { Interaction } from '../../src/pacts/pact-document.ts';
import { basisOf } from '../../src/pacts/rules-of.ts';
import { allInteractions } from '../support/pacts.ts';

const checked = Object.keys(rules).filter((id) => rules[id]?.heldBy.includes('contract-tests'));

test.for(checked)('%s has an interaction whose description starts with it, or with a constraint of it', (id) => {
  const first = allInteractions.map(({ description }) => mainRuleOf(description.split(' ')[0] ?? ''));

  expect(first).toContain(id);
});

test('every interaction names existing rules, the one of its description first', () => {
  for (const { description, comments } of allInteractions) {
    const ids = String(comments?.references?.['escrow-kit']?.['rules']).split(' ');

    expect(description.split(' ')[0]).toBe(ids[0]);
    expect(ids.filter((id) => !rules[id])).toEqual([]);
  }
});

const order = ['assumed', 'implied', 'stated'];

test('the basis of an interaction is not stronger than that of its rule', () => {
  for (const interaction of allInteractions) {
    const basis = rules[interaction.description.split(' ')[0] ?? '']?.basis ?? '';

    expect(order.indexOf(basisOf(interaction)), interaction.description).toBeLessThanOrEqual(order.indexOf(basis));
  }
});

const validatorOf = memoize((operationId: string) => createRequestValidator(operationId));

/** The violations of the document in the request of an interaction. */
function violationsOf({ request }: Interaction): Violation[] {
  const found = request && findOperation(request.method, request.path);
  if (!found) return [];
  const { contentType, content } = request.body ?? {};
  return validatorOf(found.operation.id)({
    path: found.path,
    query: Object.fromEntries(Object.entries(request.query ?? {}).map(([name, [value]]) => [name, value])),
    body: contentType?.includes('form') ? Object.fromEntries(new URLSearchParams(String(content))) : content,
  });
}

test('the basis of a refusal is at most that of the constraint that its request breaks', () => {
  for (const interaction of allInteractions) {
    const bases = violationsOf(interaction).map(({ basis = 'assumed' }) => order.indexOf(basis));
    if (bases.length === 0) continue;

    expect(order.indexOf(basisOf(interaction)), interaction.description).toBeLessThanOrEqual(Math.max(...bases));
  }
});
