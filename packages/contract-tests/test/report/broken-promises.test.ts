import { expect, test } from 'vitest';
import { findBrokenPromises } from '../../src/verify/find-broken-promises.ts';
import type { Interaction } from '../../src/verify/pact-document.ts';

const interaction: Interaction = {
  type: 'Synchronous/HTTP',
  description: 'PAY-3 the shortId is not the id of the milestone',
  comments: { references: { 'escrow-kit': { promises: 'short-id-of-its-own' } } },
};

test.for([
  ['m/1', 'm%2F1', ['data: the shortId of the checkout URL is m/1, the id of the milestone']],
  ['m-1', 'm-1', ['data: the shortId of the checkout URL is m-1, the id of the milestone']],
  ['m-1', 's-1', []],
  ['m-1', '100%', []],
] as const)('PAY-3 of the milestone %s, the shortId %s breaks %j', ([milestoneId, shortId, expected]) => {
  const answerText = JSON.stringify({ data: `https://pay.example/external/${shortId}?client_id=client-1` });

  expect(findBrokenPromises(interaction, { values: { milestoneId }, answerText })).toEqual(expected);
});
