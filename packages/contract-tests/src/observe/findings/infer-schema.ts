import type { Schema } from '@escrow-kit/spec';
import { sensitivityOfFormat } from '../judge/shape.ts';
import { nameOf, parentOf, segmentsOf } from '../pointer.ts';
import type { FieldTally } from './field-tallies.ts';

/** The form of all texts of a field, if a schema can state it; undefined if they have none in common. */
export function formatOf({ formats }: FieldTally): string | undefined {
  const [first = '', ...others] = Object.keys(formats);
  return others.length === 0 && (first in schemaFormats || first in patterns) ? first : undefined;
}

/** The formats that a schema can name. */
const schemaFormats: Record<string, string> = {
  uuid: 'uuid',
  'date-time': 'date-time',
  date: 'date',
  url: 'uri',
  email: 'email',
};
const patterns: Record<string, string> = { digits: '^\\d+$', hex: '^[0-9a-fA-F]+$', e164: '^\\+[1-9]\\d{1,14}$' };

export function keywordsOf(format: string): Schema {
  const known = schemaFormats[format];
  if (known !== undefined) return { format: known };
  const pattern = patterns[format];
  return pattern === undefined ? {} : { pattern };
}

const typesOf = ({ types }: FieldTally): string[] => Object.keys(types).filter((type) => type !== 'null');

/** A schema that every value of a field has fitted. */
export function inferSchema(field: FieldTally): Schema {
  const types = typesOf(field);
  const [type] = types;
  if (type === undefined || types.length > 1) return {};
  const isInteger = type === 'number' && field.integers === field.types['number'];
  const format = type === 'string' ? formatOf(field) : undefined;
  return {
    type: isInteger ? 'integer' : type,
    ...(field.types['null'] && { nullable: true }),
    ...(format !== undefined && keywordsOf(format)),
  };
}

/** The same of a field that the document does not have, marked if its forms are those of secrets or personal data. */
export function inferNewField(field: FieldTally, pointer: string): Schema {
  const formats = Object.keys(field.formats);
  const [mark] = [...new Set(formats.map(sensitivityOfFormat))]
    .filter((one) => one !== undefined)
    .sort()
    .reverse();
  const mayBeToken = formats.some((format) => tokenFormats.includes(format)) && !/id$/i.test(nameOf(pointer));
  const sensitive = mayBeToken ? 'secret' : mark;
  return { ...inferSchema(field), ...(sensitive && { 'x-sensitive': sensitive }) };
}

/** The forms that ids have too. */
const tokenFormats = ['hex', 'base64'];

const articles: Record<string, string> = {
  object: 'an object',
  array: 'a list',
  null: 'null',
  boolean: 'a truth value',
  string: 'a text',
  number: 'a number',
};

/** Such as `a text (uuid)`. */
export function describeType(field: FieldTally): string {
  const types = Object.keys(field.types)
    .sort()
    .map((type) => articles[type] ?? type);
  const format = formatOf(field);
  const isInteger = (field.types['number'] ?? 0) > 0 && field.integers === field.types['number'];
  const words = types.map((type) => (isInteger && type === 'a number' ? 'a whole number' : type));
  return `${words.join(' or ')}${format === undefined ? '' : ` (${format})`}`;
}

/** The schema of a field, by the tallies of all fields of its message; by default of the whole body. */
export function assembleSchema(fields: readonly [pointer: string, field: FieldTally][], start = ''): Schema {
  const byPointer = new Map(fields);
  const ofStart = byPointer.get(start);
  const inner = fields
    .filter(([pointer]) => pointer.startsWith(`${start}/`))
    .map(([pointer, field]) => {
      const objects = byPointer.get(parentOf(pointer))?.types['object'] ?? field.count;
      return {
        pointer: pointer.slice(start.length),
        schema: inferNewField(field, pointer),
        isAlwaysThere: field.count >= objects,
      };
    });
  return joinSchemas(inner, ofStart ? inferNewField(ofStart, start) : { type: 'object' });
}

/** A field of an object, of which it is known whether each object has it. */
export interface KnownField {
  pointer: string;
  schema: Schema;
  isAlwaysThere: boolean;
}

/** Adds fields to the schema of what they are in. One that every object has is required. */
export function joinSchemas(fields: readonly KnownField[], root: Schema): Schema {
  // What is an object at times only has no schema.
  const mixed = fields.filter(({ schema }) => schema.type === undefined).map(({ pointer }) => `${pointer}/`);
  for (const { pointer, schema, isAlwaysThere } of fields) {
    if (mixed.some((outer) => pointer.startsWith(outer))) continue;
    const segments = segmentsOf(pointer);
    const name = segments.pop() ?? '';
    const parent = segments.reduce(enterSchema, root);
    Object.assign(enterSchema(parent, name), schema);
    if (isAlwaysThere && name !== '*') parent.required = [...(parent.required ?? []), name];
  }
  return root;
}

/** The schema of a property or of the entries, created if it is missing. */
function enterSchema(schema: Schema, name: string): Schema {
  if (name === '*') {
    // A map has an object as its schema, a list does not.
    const keyword = schema.type === 'object' ? 'additionalProperties' : 'items';
    if (keyword === 'items') schema.type = 'array';
    schema[keyword] ??= {};
    return schema[keyword];
  }
  schema.type = 'object';
  schema.properties ??= {};
  // A field may have the name of what every object inherits.
  if (!Object.hasOwn(schema.properties, name)) schema.properties[name] = {};
  return schema.properties[name] as Schema;
}
