import type { OpenApiDocument } from '@escrow-kit/spec';
import { openApiDocument } from '@escrow-kit/spec';
import { expect, test } from 'vitest';
import { comparePacts } from './compare-pacts.ts';
import { findFieldObjections } from './field-objections.ts';
import { mutations } from './mutations.ts';
import { findTokenObjections } from './token-objections.ts';

/** What the comparator and our own checks object to. */
async function findObjections(document: OpenApiDocument): Promise<string[]> {
  const found = await comparePacts(document);
  const objections = found.map(({ code, description }) => `${code} ${description}`);
  return [...objections, ...findTokenObjections(document), ...findFieldObjections(document)];
}

const accepted = new Set(await findObjections(openApiDocument));

test.for(mutations)('the document is objected to where $name', async ({ change }) => {
  const document = structuredClone(openApiDocument);
  change(document);

  const objections = await findObjections(document);

  expect(objections.filter((objection) => !accepted.has(objection))).not.toEqual([]);
});
