import { expect, test } from 'vitest';
import { findBrokenConditions } from '../../src/judge/find-broken-conditions.ts';
import type { Interaction } from '../../src/pacts/pact-document.ts';

const interactionOf = (conditions: string): Interaction => ({
  type: 'Synchronous/HTTP',
  description: 'PAY-1 payment of a milestone is started',
  comments: { references: { 'escrow-kit': { conditions } } },
});

test.for([
  ['m/1', 'm%2F1', ['data: the shortId of the checkout URL is m/1, the id of the milestone']],
  ['m-1', 'm-1', ['data: the shortId of the checkout URL is m-1, the id of the milestone']],
  ['m-1', 's-1', []],
  ['m-1', '100%', []],
] as const)('PAY-3 of the milestone %s, the shortId %s breaks %j', ([milestoneId, shortId, expected]) => {
  const answerText = JSON.stringify({ data: `https://pay.example/external/${shortId}?client_id=client-1` });

  const found = findBrokenConditions(interactionOf('short-id-of-its-own'), { values: { milestoneId }, answerText });

  expect(found).toEqual(expected);
});

test.for([
  ['a b', 'a%20b', []],
  ['a b', 'a+b', []],
  ['a+b', 'a%2Bb', []],
  ['a+b', 'a+b', []],
  ['a+b', 'a-b', ['data: the client_id of the checkout URL is a-b, expected a+b']],
] as const)('AUTH-5 of the client %s, the client_id %s breaks %j', ([clientId, written, expected]) => {
  const answerText = JSON.stringify({ data: `https://pay.example/external/s-1?client_id=${written}` });

  const found = findBrokenConditions(interactionOf('client-in-checkout-url'), { values: { clientId }, answerText });

  expect(found).toEqual(expected);
});
