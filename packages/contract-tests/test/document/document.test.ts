import { type OpenApiDocument, openApiDocument } from '@escrow-kit/spec';
import { isSoak } from '@escrow-kit/suite';
import { expect, test } from 'vitest';
import type { Interaction } from '../../src/pacts/pact-document.ts';
import { allInteractions } from '../support/pacts.ts';
import { comparePacts } from './compare-pacts.ts';
import { mutations } from './mutations.ts';
import { findFieldObjections, findTokenObjections } from './own-objections.ts';

test('every interaction fits the document, except those that send another media type on purpose', async () => {
  const onPurpose = allInteractions.filter(({ response }) => response?.status === 415);

  expect(await comparePacts(openApiDocument)).toEqual(
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

test('a call that another kind of token is served for is found', () => {
  const [call] = allInteractions.filter(({ description }) => description.startsWith('AUTH-4 '));
  const served = { ...call, response: { status: 200 } } as Interaction;

  expect(findTokenObjections(openApiDocument, [served])).toHaveLength(1);
});

/** The objections of the comparator and of our own checks. */
const findObjections = async (document: OpenApiDocument): Promise<string[]> => [
  ...(await comparePacts(document)),
  ...findTokenObjections(document),
  ...findFieldObjections(document),
];

const accepted = new Set(await findObjections(openApiDocument));

/** All in `pnpm soak`; otherwise every third, because the comparator is slow. */
const tried = mutations.filter((_, index) => isSoak || index % 3 === 0);

test.for(tried)('a document is rejected if %s', async ([, change]) => {
  const document = structuredClone(openApiDocument);
  change(document);

  const objections = await findObjections(document);

  expect(objections.filter((objection) => !accepted.has(objection))).not.toEqual([]);
});
