import { openApiDocument } from '@escrow-kit/spec';
import { expect, test } from 'vitest';
import { operationsOf } from '../document/operations-of.ts';
import { operationIdOf, pactInteractions, tokenOf } from './read-interactions.ts';

const operations = [...operationsOf(openApiDocument).values()];

/** More than the name is known of these, and of one that stands for those whose name alone is. */
const known = operations.filter(({ operationId, ...rest }) => {
  return !rest['x-rules'].includes('UAPI-7') || operationId === 'listWebhooks';
});
const secured = known.filter(({ security }) => security.length > 0).map(({ operationId }) => operationId);
const kindsOf = ({ security }: (typeof operations)[number]) => security.flatMap((entry) => Object.keys(entry));
const firstKinds = [...new Set(known.flatMap((operation) => kindsOf(operation).slice(0, 1)))];

/** What the interactions of operations with this status range say of their tokens. */
const marksOf = (ids: string[], isRefused: boolean): string[] =>
  pactInteractions
    .filter((interaction) => ids.includes(operationIdOf(interaction)))
    .filter(({ response }) => response.status >= 400 === isRefused)
    .map(tokenOf);

test.for(secured)('AUTH-1 %s is refused with an unknown token', (id) => {
  expect(marksOf([id], true)).toContain('unknown');
});

test.for(firstKinds)(
  'AUTH-1 a call that takes the %s is refused without a token, and with one of another kind',
  (kind) => {
    const ids = known.filter((operation) => kindsOf(operation)[0] === kind).map(({ operationId }) => operationId);

    expect(marksOf(ids, true)).toEqual(expect.arrayContaining(['none', expect.stringMatching(/^wrong kind: /)]));
  },
);

test.for(known)('AUTH-1 $operationId is accepted with each token that it takes', (operation) => {
  expect(marksOf([operation.operationId], false)).toEqual(expect.arrayContaining(kindsOf(operation)));
});
