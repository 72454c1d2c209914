import type { Schema } from '../document.ts';
import { resolveReference } from './resolve-reference.ts';

/**
 * The schema with its references written out, so that the path of an error leads through every node that may name a
 * rule. The document has no recursive schema.
 */
export function expandSchema(schema: Schema): Schema {
  if (schema.$ref !== undefined) return expandSchema(resolveReference(schema.$ref) as Schema);
  const choice = schema.discriminator ? chooseByDiscriminator(schema) : schema;
  return expandNode(choice) as Schema;
}

function expandNode(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(expandEntry);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, expandEntry(value)]));
}

function expandEntry(value: unknown): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? expandSchema(value as Schema) : expandNode(value);
}

/** Rewrites `oneOf` into one condition a role, so that errors are about the branch that the value names. */
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
