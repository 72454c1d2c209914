import type { Schema } from './document.ts';

/**
 * Returns the schema with each forbidden property as `not: {}`, with its rule and remedy. The document forbids them at the object, by
 * `not: { required: [NAME] }`, because code generators would turn such a property into an optional field of any type.
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
