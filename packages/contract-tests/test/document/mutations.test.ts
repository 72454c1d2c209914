import { type OpenApiDocument, openApiDocument } from '@escrow-kit/spec';
import { isSoak } from '@escrow-kit/suite';
import { expect, test } from 'vitest';
import { operationIdOf, type PactInteraction } from '../pacts/read-interactions.ts';
import { findChangedOperations } from './changed-operations.ts';
import { comparePacts } from './compare-pacts.ts';
import { findFieldObjections } from './field-objections.ts';
import { mutations } from './mutations.ts';
import { findTokenObjections } from './token-objections.ts';

/**
 * The objections of the comparator and of our own checks. The comparator is slow, so it compares only the wanted interactions.
 */
async function findObjections(
  document: OpenApiDocument,
  isWanted?: (interaction: PactInteraction) => boolean,
): Promise<string[]> {
  const found = await comparePacts(document, isWanted);
  const objections = found.map(({ code, description }) => `${code} ${description}`);
  return [...objections, ...findTokenObjections(document), ...findFieldObjections(document)];
}

const accepted = new Set(await findObjections(openApiDocument));

test.for(mutations)('a document is rejected if %s', async ([, change]) => {
  const document = structuredClone(openApiDocument);
  change(document);
  const changed = findChangedOperations(openApiDocument, document);

  const objections = await findObjections(document, (interaction) => isSoak || changed.has(operationIdOf(interaction)));

  expect(objections.filter((objection) => !accepted.has(objection))).not.toEqual([]);
});
