import { operations, type ServiceOperation } from '@escrow-kit/spec';
import { expect, test } from 'vitest';
import { operationIdOf, pactInteractions, tokenOf } from './read-interactions.ts';

/** The operations that are known by more than their names, and one that represents the others. */
const known = operations.filter(({ id, definition }) => {
  return !definition['x-rules'].includes('UAPI-7') || id === 'listWebhooks';
});
const secured = known.filter(({ tokenKinds }) => tokenKinds.length > 0).map(({ id }) => id);
const kindsOf = ({ definition }: ServiceOperation) => definition.security.flatMap((entry) => Object.keys(entry));
const firstKinds = [...new Set(known.flatMap((operation) => kindsOf(operation).slice(0, 1)))];

/** The tokens of the interactions with this status range. */
const tokensOf = (ids: string[], isRefused: boolean): string[] =>
  pactInteractions
    .filter((interaction) => ids.includes(operationIdOf(interaction)))
    .filter(({ response }) => response.status >= 400 === isRefused)
    .map(tokenOf);

test.for(secured)('AUTH-1 %s is refused with an unknown token', (id) => {
  expect(tokensOf([id], true)).toContain('unknown');
});

test.for(firstKinds)(
  'AUTH-1 a call that takes the %s is refused without a token, and with one of another kind',
  (kind) => {
    const calls = known.filter((operation) => kindsOf(operation)[0] === kind);
    const others = calls.flatMap((call) => tokensOf([call.id], true).filter((token) => !kindsOf(call).includes(token)));

    expect(others).toEqual(expect.arrayContaining(['none', expect.stringMatching(/Token$|^apiKey$/)]));
  },
);

test.for(known)('AUTH-1 $id is accepted with each token that it takes', (operation) => {
  expect(tokensOf([operation.id], false)).toEqual(expect.arrayContaining(kindsOf(operation)));
});
