import type { Schema } from './document.ts';

/**
 * A schema that states each property which must not be sent as a property of its own, `not: {}`, with its rule and remedy. The document
 * forbids them at the object, by `not: { required: [NAME] }`, because code generators turn a property into an optional field of any type.
 */
export function withForbiddenProperties(schema: Schema): Schema {
  const { not, ...others } = schema;
  const branches = not?.anyOf ?? (not?.required ? [not] : []);
  if (branches.length === 0) return schema;
  const forbidden = branches.flatMap(({ required = [], properties: _, ...statement }) =>
    required.map((name) => [name, { ...statement, not: {} }] as const),
  );
  return { ...others, properties: { ...schema.properties, ...Object.fromEntries(forbidden) } };
}
