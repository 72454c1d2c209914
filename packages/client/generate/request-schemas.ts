import type { OpenApiDocument, Schema } from '@escrow-kit/spec';
import { ConstantName, schemaNameOf } from './source.ts';

/** Keywords that say nothing about which values are accepted. */
const annotations = new Set([
  'description',
  'example',
  'title',
  'x-known-values',
  'x-not-shown',
  'x-sensitive',
  'x-rules',
  'x-remedy',
]);

const mapValues = <From, To>(record: Record<string, From>, convert: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, convert(value)]));

/** One converter a keyword. A keyword without one stops the generation, so that no constraint is dropped silently. */
const keywords: Record<string, (value: never, schema: Schema, rule?: string) => object> = {
  type: (type: string, schema) =>
    type === 'string' || schema.enum || schema.properties || schema.items ? {} : { type },
  enum: (values: unknown[], schema) => (schema['x-fixed'] ? { fixed: values[0] } : { enum: values }),
  pattern: (pattern: string) => ({ pattern }),
  format: (format: string) => {
    if (format === 'uri' || format === 'date-time') return { format };
    throw new Error(`The client has no check for the format "${format}".`);
  },
  required: () => ({}),
  properties: (properties: Record<string, Schema>, { required = [] }, rule) => {
    const optional = Object.keys(properties).filter((name) => !required.includes(name));
    return {
      properties: mapValues(properties, (property) => requestSchema(property, rule)),
      ...(optional.length > 0 && { optional }),
    };
  },
  items: (items: Schema, _schema, rule) => ({ items: requestSchema(items, rule) }),
  additionalProperties: (values: Schema, _schema, rule) =>
    Object.keys(values).length === 0 ? {} : { values: requestSchema(values, rule) },
  discriminator: ({ propertyName, mapping }: NonNullable<Schema['discriminator']>) => ({
    by: propertyName,
    branches: mapValues(mapping, (reference) => new ConstantName(reference)),
  }),
  oneOf: (_branches: Schema[], { discriminator }) => {
    if (!discriminator) throw new Error('A oneOf without a discriminator cannot be checked: name one in the document.');
    return {};
  },
  not: (negated: Schema) => {
    if (Object.keys(negated).length > 0) throw new Error('Only `not: {}`, a forbidden property, can be checked.');
    return { forbidden: true };
  },
  'x-fixed': () => ({}),
};

/** A wrong type or choice says by itself what to send; these keywords need the document's remedy. */
const needsRemedy = (schema: Schema): boolean => ['pattern', 'format', 'not'].some((keyword) => keyword in schema);

/**
 * The part of a schema that the client checks before it sends, and what it says when the check fails, as source. A rule
 * that the enclosing schema states already is left out: it is inherited.
 */
export function requestSchema(schema: Schema, inheritedRule?: string): object {
  if (schema.$ref) return new ConstantName(schema.$ref);
  if (!schema.type && !schema.oneOf && !schema.not) throw new Error('A schema of a request needs a type.');
  const rule = schema['x-rules']?.[0];
  const converted: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (annotations.has(keyword)) continue;
    const convert = keywords[keyword];
    if (!convert) throw new Error(`The client has no check for the keyword "${keyword}": add one, or leave it out.`);
    Object.assign(converted, convert(value as never, schema, rule ?? inheritedRule));
  }
  if (rule && rule !== inheritedRule) converted['rule'] = rule;
  if (schema['x-remedy'] && needsRemedy(schema)) converted['remedy'] = schema['x-remedy'];
  return converted;
}

/** The schemas that request bodies reach, by name, each after those that it refers to. */
export function reachableSchemas(document: OpenApiDocument, roots: string[]): Map<string, object> {
  const found = new Map<string, object>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    const schema = document.components.schemas[name];
    if (!schema) throw new Error(`The document has no schema "${name}".`);
    for (const [, reference = ''] of JSON.stringify(schema).matchAll(/"\$ref":"([^"]+)"/g)) {
      visit(schemaNameOf(reference));
    }
    found.set(name, requestSchema(schema));
  };
  roots.forEach(visit);
  return found;
}
