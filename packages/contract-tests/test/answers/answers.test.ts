import { operations } from '@escrow-kit/spec';
import { expect, test } from 'vitest';
import { operationOf } from '../../src/pacts/selection.ts';
import { allInteractions } from '../support/pacts.ts';
import { findGap } from './gaps.ts';

/** Every documented answer, as `<operationId> <status>`. Without the webhook, whose answers are the receiver's. */
const documented = operations.flatMap(({ id, responses }) => Object.keys(responses).map((status) => `${id} ${status}`));

/** The documented answer of each interaction: by its status, otherwise the one that stands for all other refusals. */
const covered = allInteractions.flatMap((interaction) => {
  if (!interaction.response) return [];
  const answer = `${operationOf(interaction)} ${interaction.response.status}`;
  return documented.includes(answer) ? answer : `${operationOf(interaction)} default`;
});

test('every documented answer of every operation is in an interaction, or has a reason why not', () => {
  expect(documented.filter((answer) => covered.includes(answer) === (findGap(answer) !== undefined))).toEqual([]);
});

test('no interaction has an answer that is not documented', () => {
  expect(covered.filter((answer) => !documented.includes(answer))).toEqual([]);
});
