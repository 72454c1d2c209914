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

  const mark = (schema: Schema, name: string | undefined, around: Mark): Schema => {
    const known = schema['x-sensitive'] ?? (name === undefined ? undefined : marks.get(name));
    const byName = name === undefined ? around : (markOfNew(schema, name) ?? around);
    const own = known ?? (hasFields(schema) || schema.type === 'boolean' ? undefined : byName);
    const inside = known ?? byName;
    return {
      ...schema,
      ...(own && { 'x-sensitive': own }),
      ...(schema.properties && {
        properties: Object.fromEntries(
          Object.entries(schema.properties).map(([name, child]) => [name, mark(child, name, inside)]),
        ),
      }),
      ...(schema.items && { items: mark(schema.items, undefined, inside) }),
      ...(schema.additionalProperties && {
        additionalProperties: mark(schema.additionalProperties, undefined, inside),
      }),
    };
  };
  return (schema, name) => mark(schema, name, undefined);
}

/** What a name says of something with fields is so of their values. */
const hasFields = ({ properties, items, additionalProperties }: Schema): boolean =>
  properties !== undefined || [items, additionalProperties].some((inner) => inner !== undefined && hasFields(inner));

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
