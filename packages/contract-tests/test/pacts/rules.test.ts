import { findOperation, getOperation, operations, responseFor, rules } from '@escrow-kit/spec';
import { createRequestValidator, type Violation } from '@escrow-kit/spec/validate';
import { expect, test } from 'vitest';
import { basisOf, type Interaction, isRefusal, operationOf, readKitPacts, ruleOf } from '../../src/pacts/pacts.ts';

const interactions = readKitPacts().flatMap((pact) => pact.interactions);

test('every rule that the contract tests hold has an interaction, and every interaction is about such a rule', () => {
  const held = Object.keys(rules).filter((id) => rules[id]?.heldBy.includes('contract-tests'));

  expect([...new Set(interactions.map(ruleOf))].sort()).toEqual(held.sort());
});

/** The rules whose every interaction is of a kind. A refusal has a status of 4xx; an event is a success. */
function rulesWithOnly(isOfKind: (interaction: Interaction) => boolean): string[] {
  const byRule = [...Map.groupBy(interactions, ruleOf)];
  return byRule.filter(([, own]) => own.every(isOfKind)).map(([id]) => id);
}

/** Rules about a refusal alone. What they leave is the success of another rule. */
const refusalsAlone = ['AUTH-4', 'ID-1', 'PAY-4', 'TICKET-3', 'TICKET-4', 'UAPI-4', 'UAPI-5'];

test('a stated rule that is broken by a refused request has the success of one that follows it, too', () => {
  const refused = rulesWithOnly(isRefusal);

  expect(refused.filter((id) => rules[id]?.basis === 'stated').sort()).toEqual(refusalsAlone);
});

test('every operation is called with success, but those of which only path and purpose are known (UAPI-7)', () => {
  const called = new Set(interactions.filter((one) => !isRefusal(one)).map(operationOf));
  const missing = operations.filter(({ id }) => !called.has(id));

  expect(missing.filter(({ definition }) => !definition['x-rules'].includes('UAPI-7'))).toEqual([]);
});

test('an exact status is expected only where the service shows it', () => {
  for (const interaction of interactions.filter(({ request }) => request)) {
    const { response: { status = 0, matchingRules } = {}, description } = interaction;
    const { responses } = getOperation(operationOf(interaction) ?? '');
    const isShown = !responseFor(responses, status)?.['x-open']?.includes('status');

    expect(isShown || matchingRules?.status !== undefined, description).toBe(true);
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

const order = ['assumed', 'implied', 'stated'];

test('the basis of a refusal is at most that of the constraint that its request breaks', () => {
  for (const interaction of interactions) {
    const bases = violationsOf(interaction).map(({ basis = 'assumed' }) => order.indexOf(basis));
    if (bases.length === 0) continue;

    expect(order.indexOf(basisOf(interaction)), interaction.description).toBeLessThanOrEqual(Math.max(...bases));
  }
});
