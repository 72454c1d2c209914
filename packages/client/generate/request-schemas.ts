import type { OpenApiDocument, Schema } from '@escrow-kit/spec';
import type { ValueSchema } from '../src/rules/value-schema.ts';
import { schemaNameOf } from './source.ts';

/** Keywords that say nothing about which values are accepted. */
const annotations = new Set([
  'description',
  'example',
  'title',
  'x-known-values',
  'x-not-shown',
  'x-sensitive',
  'x-rules',
  'x-constraints',
  'x-remedy',
]);

/** Where a schema stands. */
interface Context {
  document: OpenApiDocument;
  /** The rule that the enclosing schema states. */
  rule?: string | undefined;
  /** The property whose value chose this schema, so that it needs no check. */
  chosenBy?: string | undefined;
}

function resolve(schema: Schema, { components }: OpenApiDocument): Schema {
  if (!schema.$ref) return schema;
  const resolved = components.schemas[schemaNameOf(schema.$ref)];
  if (!resolved) throw new Error(`The document has no schema "${schema.$ref}".`);
  return resolved;
}

/** One converter a keyword. A keyword without one stops the generation, so that no constraint is dropped silently. */
const keywords: Record<string, (value: never, schema: Schema, context: Context) => object> = {
  type: (type: string, schema) =>
    type === 'string' || schema.properties || schema.items || schema.enum ? {} : { type },
  enum: (values: unknown[], schema) => (schema['x-fixed'] ? { fixed: values[0] } : { enum: values }),
  pattern: (pattern: string) => ({ pattern }),
  format: (format: string) => {
    if (format === 'uri') return { type: format };
    if (format === 'utc-timestamp') return { type: 'date-time' };
    throw new Error(`The client has no check for the format "${format}".`);
  },
  required: () => ({}),
  properties: (properties: Record<string, Schema>, { required = [] }, context) => ({
    properties: Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => name !== context.chosenBy)
        .map(([name, property]) => {
          const schema = requestSchema(property, { ...context, chosenBy: undefined });
          return [name, { ...schema, ...(!required.includes(name) && { optional: true }) }];
        }),
    ),
  }),
  items: (items: Schema, _schema, context) => ({ items: requestSchema(items, context) }),
  additionalProperties: (values: Schema, _schema, context) =>
    Object.keys(values).length === 0 ? {} : { values: requestSchema(values, context) },
  discriminator: ({ propertyName: by, mapping }: NonNullable<Schema['discriminator']>, _schema, context) => ({
    by,
    properties: { [by]: { enum: Object.keys(mapping) } },
    branches: Object.fromEntries(
      Object.entries(mapping).map(([choice, $ref]) => [choice, requestSchema({ $ref }, { ...context, chosenBy: by })]),
    ),
  }),
  oneOf: (_branches: Schema[], { discriminator }) => {
    if (!discriminator) throw new Error('A oneOf without a discriminator cannot be checked: name one in the document.');
    return {};
  },
  not: (negated: Schema) => {
    if (Object.keys(negated).length > 0) throw new Error('Only `not: {}`, a forbidden property, can be checked.');
    return { enum: [] };
  },
  'x-fixed': () => ({}),
};

/** The rule that says what no schema can: the amounts of a list of parties add up. */
const ruleOfTotals = 'PARTY-4';

/**
 * The part of a schema that the client checks before it sends. A rule that the enclosing schema states already is left
 * out: it is inherited.
 */
export function requestSchema(referring: Schema, context: Context): ValueSchema {
  const schema = resolve(referring, context.document);
  if (!schema.type && !schema.oneOf && !schema.not) throw new Error('A schema of a request needs a type.');
  const rules = schema['x-rules'] ?? [];
  const rule = rules[0] ?? context.rule;
  const converted: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (annotations.has(keyword)) continue;
    const convert = keywords[keyword];
    if (!convert) throw new Error(`The client has no check for the keyword "${keyword}": add one, or leave it out.`);
    Object.assign(converted, convert(value as never, schema, { ...context, rule }));
  }
  if (schema.items && rules.includes(ruleOfTotals)) converted['total'] = ruleOfTotals;
  if (rule !== context.rule) converted['rule'] = rule;
  return converted;
}

/** The names of the schemas that are reached from these. */
export function reachableSchemas(document: OpenApiDocument, roots: string[]): Set<string> {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    const references = JSON.stringify(document.components.schemas[name]).matchAll(/"\$ref":"([^"]+)"/g);
    for (const [, reference = ''] of references) visit(schemaNameOf(reference));
  };
  roots.forEach(visit);
  return found;
}
