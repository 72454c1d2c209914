import { type OpenApiDocument, openApiDocument } from '@escrow-kit/spec';
import { isSoak } from '@escrow-kit/suite';
import { expect, test } from 'vitest';
import { operationIdOf, type PactInteraction } from '../pacts/read-interactions.ts';
import { findChangedOperations } from './changed-operations.ts';
import { comparePacts } from './compare-pacts.ts';
import { findFieldObjections } from './field-objections.ts';
import { mutations } from './mutations.ts';
import { findTokenObjections } from './token-objections.ts';

/** What the comparator and our own checks object to. The comparator, which is slow, looks at what is wanted. */
async function findObjections(
  document: OpenApiDocument,
  isWanted?: (interaction: PactInteraction) => boolean,
): Promise<string[]> {
  const found = await comparePacts(document, isWanted);
  const objections = found.map(({ code, description }) => `${code} ${description}`);
  return [...objections, ...findTokenObjections(document), ...findFieldObjections(document)];
}

const accepted = new Set(await findObjections(openApiDocument));

test.for(mutations)('the document is objected to where $name', async ({ change }) => {
  const document = structuredClone(openApiDocument);
  change(document);
  const changed = findChangedOperations(openApiDocument, document);

  const objections = await findObjections(document, (interaction) => isSoak || changed.has(operationIdOf(interaction)));

  expect(objections.filter((objection) => !accepted.has(objection))).not.toEqual([]);
});
