import type { OpenApiDocument, Schema } from '@escrow-kit/spec';
import type { RequestSchema } from '../src/rules/request-schema.ts';

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

export const schemaNameOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

const mapValues = <From, To>(record: Record<string, From>, convert: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, convert(value)]));

/** One converter a keyword. A keyword without one stops the generation, so that no constraint is dropped silently. */
const keywords: Record<string, (value: never, schema: Schema, rule?: string) => RequestSchema> = {
  type: (type: string) => (type === 'string' ? {} : { type: type as RequestSchema['type'] & string }),
  enum: (values: string[]) => ({ enum: values }),
  pattern: (pattern: string) => ({ pattern }),
  format: (format: string) => {
    if (format !== 'uri' && format !== 'date-time')
      throw new Error(`The client has no check for the format "${format}".`);
    return { format };
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
    branches: mapValues(mapping, schemaNameOf),
  }),
  oneOf: (_branches: Schema[], { discriminator }) => {
    if (!discriminator) throw new Error('A oneOf without a discriminator cannot be checked: name one in the document.');
    return {};
  },
  not: (negated: Schema) => {
    if (Object.keys(negated).length > 0) throw new Error('Only `not: {}`, a forbidden property, can be checked.');
    return { forbidden: true };
  },
  'x-fixed': () => ({ fixed: true }),
};

/** A wrong type says by itself what to send; these keywords need the document's remedy. Fixed fields are filled in. */
const needsRemedy = (schema: Schema): boolean =>
  !schema['x-fixed'] && ['pattern', 'format', 'enum', 'not'].some((keyword) => keyword in schema);

/**
 * The part of a schema that the client checks before it sends, and what it says when the check fails.
 * A rule that the enclosing schema states already is left out: it is inherited.
 */
export function requestSchema(schema: Schema, inheritedRule?: string): RequestSchema {
  if (schema.$ref) return { ref: schemaNameOf(schema.$ref) };
  if (!schema.type && !schema.oneOf && !schema.not) throw new Error('A schema of a request needs a type.');
  const rule = schema['x-rules']?.[0];
  const converted: RequestSchema = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (annotations.has(keyword)) continue;
    const convert = keywords[keyword];
    if (!convert) throw new Error(`The client has no check for the keyword "${keyword}": add one, or leave it out.`);
    Object.assign(converted, convert(value as never, schema, rule ?? inheritedRule));
  }
  if (rule && rule !== inheritedRule) converted.rule = rule;
  if (schema['x-remedy'] && needsRemedy(schema)) converted.remedy = schema['x-remedy'];
  return converted;
}

/** The schemas that request bodies reach, by name. */
export function reachableSchemas(document: OpenApiDocument, roots: string[]): Record<string, RequestSchema> {
  const found: Record<string, RequestSchema> = {};
  const visit = (name: string): void => {
    if (name in found) return;
    const schema = document.components.schemas[name];
    if (!schema) throw new Error(`The document has no schema "${name}".`);
    const converted = requestSchema(schema);
    found[name] = converted;
    for (const reference of JSON.stringify(converted).matchAll(/"ref":"([^"]+)"/g)) visit(reference[1] ?? '');
    for (const branch of Object.values(converted.branches ?? {})) visit(branch);
  };
  roots.forEach(visit);
  return found;
}
