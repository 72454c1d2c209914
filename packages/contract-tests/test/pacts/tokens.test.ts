import { openApiDocument } from '@escrow-kit/spec';
import { expect, test } from 'vitest';
import { operationsOf } from '../document/operations-of.ts';
import { operationIdOf, pactInteractions, tokenOf } from './read-interactions.ts';

const operations = [...operationsOf(openApiDocument).values()];
const secured = operations.filter(({ security }) => security.length > 0).map(({ operationId }) => operationId);

/** What the interactions of an operation with this status range say of their tokens. */
const marksOf = (operationId: string, isRefused: boolean): string[] =>
  pactInteractions
    .filter((interaction) => operationIdOf(interaction) === operationId)
    .filter(({ response }) => response.status >= 400 === isRefused)
    .map(tokenOf);

test.for(secured)('AUTH-1 %s is refused without a token, with an unknown one and with one of another kind', (id) => {
  const marks = marksOf(id, true);

  expect(marks).toEqual(expect.arrayContaining(['none', 'unknown', expect.stringMatching(/^wrong kind: /)]));
});

test.for(operations)('AUTH-1 $operationId is accepted with each token that it takes', ({ operationId, security }) => {
  const accepted = security.flatMap((entry) => Object.keys(entry));

  expect(marksOf(operationId, false)).toEqual(expect.arrayContaining(accepted));
});
