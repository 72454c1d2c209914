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

test('an interaction with another kind of token is found', () => {
  const [created] = pactInteractions.filter(({ description }) => description.startsWith('CONTRACT-2 '));
  const generators = {
    header: { Authorization: { type: 'ProviderState', expression: `Bearer \${organizationToken}` } },
  };
  const call = { ...created, request: { ...created?.request, generators } } as PactInteraction;
  const accepted = { ...call, description: 'AUTH-4 the call is served' };

  expect(findTokenObjections(openApiDocument, [call, accepted])).toHaveLength(2);
});
