import type { OpenApiDocument, Schema } from '@escrow-kit/spec';
import { resolveReference } from '@escrow-kit/spec';

/** Marks the fields of an inferred schema that the document marks under the same name elsewhere, with the stricter mark. */
export function createMarker(document: OpenApiDocument): (schema: Schema, name?: string) => Schema {
  const marks = new Map<string, 'secret' | 'personal'>();
  const collect = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [name, property] of Object.entries((node as Schema).properties ?? {})) {
      const mark = markOf(property, document);
      if (mark && marks.get(name) !== 'secret') marks.set(name, mark);
    }
    for (const child of Object.values(node)) collect(child);
  };
  collect(document);

  const marked = (schema: Schema, name?: string): Schema => {
    const mark = name === undefined ? undefined : marks.get(name);
    return {
      ...schema,
      ...(mark && { 'x-sensitive': mark }),
      ...(schema.properties && {
        properties: Object.fromEntries(
          Object.entries(schema.properties).map(([own, child]) => [own, marked(child, own)]),
        ),
      }),
      ...(schema.items && { items: marked(schema.items) }),
      ...(schema.additionalProperties && { additionalProperties: marked(schema.additionalProperties) }),
    };
  };
  return marked;
}

function markOf(schema: Schema, document: OpenApiDocument): Schema['x-sensitive'] {
  const { $ref } = schema;
  return typeof $ref === 'string'
    ? markOf(resolveReference($ref, document) as Schema, document)
    : schema['x-sensitive'];
}
