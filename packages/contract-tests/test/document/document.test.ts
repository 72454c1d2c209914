import { openApiDocument } from '@escrow-kit/spec';
import { expect, test } from 'vitest';
import { type PactInteraction, pactInteractions } from '../pacts/read-interactions.ts';
import { comparePacts } from './compare-pacts.ts';
import { findFieldObjections } from './field-objections.ts';
import { findTokenObjections } from './token-objections.ts';

test('every interaction fits the document, except those that send another media type on purpose', async () => {
  const objections = await comparePacts(openApiDocument);

  const onPurpose = pactInteractions.filter(({ response }) => response?.status === 415);
  expect(objections.map(({ code, description }) => `${code} ${description}`)).toEqual(
    onPurpose.map(({ description }) => `request.content-type.incompatible ${description}`),
  );
});

test('every interaction sends the kind of token that the document names', () => {
  expect(findTokenObjections(openApiDocument)).toEqual([]);
});

/** Fields that the client sent itself, and fields of the record that only an implied check reads. */
const sentItself = [
  'linkUser $.data.metadata',
  'getUser $.data.created_at',
  'getUser $.data.status',
  'getUser $.data.updated_at',
  'getUser $.data.email',
  'getUser $.data.name',
  'getUser $.data.phone',
  'linkUser $.error.details.value',
];

test('the client relies on no field of an answer that the document does not require, except what it sent itself', () => {
  expect(findFieldObjections(openApiDocument)).toEqual(sentItself);
});

const success = (token: string, mark = token): PactInteraction => ({
  ...(pactInteractions.find(({ description }) => description.startsWith('CONTRACT-2 ')) as PactInteraction),
  comments: {
    references: {
      OpenAPI: { operationId: 'createContract' },
      'escrow-kit': { rules: 'CONTRACT-2', basis: 'stated', token: mark },
    },
  },
  request: {
    method: 'POST',
    path: '/api/external/contracts',
    generators: { header: { Authorization: { type: 'ProviderState', expression: `Bearer \${${token}}` } } },
  },
});

test.for([
  ['another kind that is not marked', success('organizationToken')],
  ['another kind that is marked, and accepted', success('organizationToken', 'wrong kind: organizationToken')],
  ['the right kind that is marked as another', success('clientAdminToken', 'wrong kind: clientAdminToken')],
] as const)('an interaction with %s is found', ([, interaction]) => {
  expect(findTokenObjections(openApiDocument, [interaction])).toHaveLength(1);
});
