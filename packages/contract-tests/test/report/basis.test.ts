import { describe, expect, test } from 'vitest';
import { judge } from '../../src/judge/judge.ts';
import { basisOf } from '../../src/pacts/basis-of.ts';
import type { Interaction } from '../../src/pacts/pact-document.ts';

const interactionOf = (description: string, basis?: string): Interaction => ({
  type: 'Synchronous/HTTP',
  description,
  comments: { references: { 'escrow-kit': { rules: description.split(' ')[0], ...(basis && { basis }) } } },
});

describe('the basis of an interaction', () => {
  test.for([
    ['PARTY-3 a PROVIDER with isSender is refused', undefined, 'stated'],
    ['PARTY-2a a CUSTOMER with isSender false is refused', undefined, 'implied'],
    ['PAY-1a a payment without redirectUrl is refused', undefined, 'assumed'],
    ['UAPI-7 createPayment is accepted', 'assumed', 'assumed'],
    ['something without a rule', undefined, 'assumed'],
  ] as const)('of %s, which says %s, is %s', ([description, own, basis]) => {
    expect(basisOf(interactionOf(description, own))).toBe(basis);
  });

  test.for([
    ['stated', 'broken'],
    ['implied', 'implied: differs'],
    ['assumed', 'assumed: differs'],
  ] as const)('%s decides the outcome of a different answer: %s', ([basis, outcome]) => {
    const interaction = interactionOf('PARTY-3 a PROVIDER with isSender is refused', basis);
    const result = { description: interaction.description, result: 'Error' as const, mismatch: { message: 'no' } };

    const judged = judge(interaction, {
      reason: undefined,
      notes: { problems: [], values: {} },
      result,
      redact: String,
    });

    expect(judged.outcome).toBe(outcome);
  });

  test('of a refusal with a 5xx is assumed if no status is shown', () => {
    const refusal = interactionOf('PARTY-3 a PROVIDER with isSender is refused');
    const interaction = {
      ...refusal,
      comments: { references: { 'escrow-kit': { rules: 'PARTY-3 ERR-1' } } },
      response: { status: 400 },
    };
    const mismatches = [{ type: 'StatusMismatch', mismatch: 'to be a Client error', expected: 400, actual: 500 }];
    const result = { description: interaction.description, result: 'Error' as const, mismatch: { mismatches } };

    const judged = judge(interaction, {
      reason: undefined,
      notes: { problems: [], values: {} },
      result,
      redact: String,
    });

    expect(judged).toMatchObject({ basis: 'assumed', outcome: 'assumed: differs', problems: [{ rule: 'ERR-1' }] });
  });
});
