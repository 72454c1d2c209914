import type { OpenApiDocument, Schema } from '@escrow-kit/spec';

/** Every name of a field, and every value that the document knows, in it or in anything within it. */
function wordsOf(schema: Schema): string[] {
  const { properties = {}, items, additionalProperties } = schema;
  const inner = [
    ...Object.values(properties),
    ...(items ? [items] : []),
    ...(additionalProperties ? [additionalProperties] : []),
  ];
  const values = [...(schema.enum ?? []), ...(schema['x-known-values'] ?? [])].filter(
    (value) => typeof value === 'string',
  );
  return [...Object.keys(properties), ...values, ...inner.flatMap(wordsOf)];
}

/** The words that the document itself uses for fields and values: to repeat them tells nothing about anybody. */
export function documentWords({ components }: OpenApiDocument): string[] {
  const words = Object.values(components.schemas).flatMap(wordsOf);
  return [...new Set(words)].sort();
}
