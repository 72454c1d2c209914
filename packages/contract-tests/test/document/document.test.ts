import { type OpenApiDocument, openApiDocument } from '@escrow-kit/spec';
import { isSoak } from '@escrow-kit/suite';
import { expect, test } from 'vitest';
import type { Interaction } from '../../src/pacts/pact-document.ts';
import { allInteractions } from '../support/pacts.ts';
import { comparePacts } from './compare-pacts.ts';
import { mutations } from './mutations.ts';
import { findFieldObjections, findTokenObjections } from './own-objections.ts';

const ofComparator: string[] = [];
for await (const objection of comparePacts(openApiDocument)) ofComparator.push(objection);

test('every interaction fits the document, except those that send another media type on purpose', () => {
  const onPurpose = allInteractions.filter(({ response }) => response?.status === 415);

  expect(ofComparator).toEqual(onPurpose.map(({ description }) => `request.content-type.incompatible ${description}`));
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

const ownObjections = (document: OpenApiDocument): string[] => [
  ...findTokenObjections(document),
  ...findFieldObjections(document),
];

const accepted = new Set([...ownObjections(openApiDocument), ...ofComparator]);

/** The first objection to a changed document: of our own checks or, because it is slow, then of the comparator. */
async function findObjection(document: OpenApiDocument): Promise<string | undefined> {
  const own = ownObjections(document).find((objection) => !accepted.has(objection));
  if (own) return own;
  for await (const objection of comparePacts(document)) if (!accepted.has(objection)) return objection;
  return undefined;
}

/** All in `pnpm soak`; otherwise every third. */
const tried = mutations.filter((_, index) => isSoak || index % 3 === 0);

test.for(tried)('a document is rejected if %s', async ([, change]) => {
  const document = structuredClone(openApiDocument);
  change(document);

  expect(await findObjection(document)).toBeDefined();
});
