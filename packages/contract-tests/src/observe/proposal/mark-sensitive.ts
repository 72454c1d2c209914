import type { OpenApiDocument, Schema } from '@escrow-kit/spec';
import { resolveReference } from '@escrow-kit/spec';
import { sensitivityOf } from '../judge/sensitive-names.ts';

/** Marks an inferred schema, and the fields in it, as secret or personal. `name` is that of the field, parameter or header, if it is one. */
export type Marker = (schema: Schema, name?: string) => Schema;

type Mark = Schema['x-sensitive'];

/**
 * Creates a marker. A field is marked as the document marks its name elsewhere, with the stricter mark; otherwise by the names by which
 * the judge keeps no value. When in doubt, it is marked: the person who edits the overlay may remove it.
 */
export function createMarker(document: OpenApiDocument): Marker {
  const marks = new Map<string, Mark>();
  const collect = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [name, property] of Object.entries((node as Schema).properties ?? {})) {
      const mark = markOf(property, document);
      if (mark && marks.get(name) !== 'secret') marks.set(name, mark);
    }
    for (const child of Object.values(node)) collect(child);
  };
  collect(document);

  const marked: Marker = (schema, name) => {
    const mark =
      schema['x-sensitive'] ?? (name === undefined ? undefined : (marks.get(name) ?? markOfNew(schema, name)));
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

/** A truth value tells neither a secret nor who someone is. Names of people are called so in too many ways to tell them from others. */
function markOfNew({ type }: Schema, name: string): Mark {
  if (type === 'boolean') return undefined;
  return sensitivityOf(name) ?? (/name$/i.test(name) ? 'personal' : undefined);
}

function markOf(schema: Schema, document: OpenApiDocument): Mark {
  const { $ref } = schema;
  return typeof $ref === 'string'
    ? markOf(resolveReference($ref, document) as Schema, document)
    : schema['x-sensitive'];
}
