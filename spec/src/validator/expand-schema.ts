import type { Schema } from '../document/document.ts';
import { openApiDocument, type ReferenceTarget, resolveReference } from '../document/load.ts';
import { withForbiddenProperties } from '../document/parts.ts';

/**
 * Inlines the references into `document`, so that the path of an error leads through every node that may name a rule. The
 * document has no recursive schema. Default: the service's document.
 */
export function expandSchema(schema: Schema, document: ReferenceTarget = openApiDocument): Schema {
  if (schema.$ref !== undefined) return expandSchema(resolveReference(schema.$ref, document) as Schema, document);
  const choice = schema.discriminator ? chooseByDiscriminator(schema) : schema;
  return expandNode(withForbiddenProperties(choice), document) as Schema;
}

function expandNode(node: unknown, document: ReferenceTarget): unknown {
  if (Array.isArray(node)) return node.map((entry) => expandEntry(entry, document));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, expandEntry(value, document)]));
}

function expandEntry(value: unknown, document: ReferenceTarget): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? expandSchema(value as Schema, document) : expandNode(value, document);
}

/** Rewrites `oneOf` into one condition for each role, so that errors concern only the branch that the value names. */
function chooseByDiscriminator({ oneOf: _branches, discriminator, ...schema }: Schema): Schema {
  const { propertyName = '', mapping = {} } = discriminator ?? {};
  const property = (value: unknown[]): Record<string, Schema> => ({ [propertyName]: { enum: value } });
  return {
    ...schema,
    type: 'object',
    required: [propertyName],
    properties: property(Object.keys(mapping)),
    allOf: Object.entries(mapping).map(([value, branch]) => ({
      if: { type: 'object', required: [propertyName], properties: property([value]) },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { $ref: branch },
    })),
  };
}
