import type { Schema } from './document.ts';
import { resolveIn, withForbiddenProperties } from './parts.ts';

/** How to adapt a value. */
export interface AdaptOptions {
  /** Where references of the schema lead. */
  document: object;
  /** Whether the value is whole, so that required fields are added. Of a part of an answer, foreign values become known ones. Default: true. */
  isComplete?: boolean;
}

/**
 * Changes a value as little as needed to fit a schema: known values in place of foreign ones, a number as text or the other way round,
 * the schema's example in place of a value of another type. An object in place of a list is adapted as an element. Forbidden fields
 * go, and required ones that are missing come with their examples. For a value that fits, returns an equal one. Patterns, bounds
 * and formats other than `uuid` are not looked at. An instance of a class stays as it is.
 */
export function adaptValue(value: unknown, schema: Schema, options: AdaptOptions): unknown {
  if (isInstance(value)) return value;
  const { document, isComplete = true } = options;
  const node = withForbiddenProperties(chooseBranch(resolve(schema, document), value, document));
  const values = node.enum ?? (isComplete ? undefined : node['x-known-values']);
  if (values) return values.includes(value as string) ? value : values[0];
  if (node.type === 'array' || Array.isArray(value)) return adaptItems(value, node, options);
  if (isObject(value)) return adaptObject(value, node, options);
  if (node.format === 'uuid' && typeof value === 'string' && !uuid.test(value)) return samples[node.format];
  if (node.type === undefined || isOfType(value, node.type)) return value;
  const converted = convert(value, node);
  return converted === undefined ? exampleOf(node, document) : converted;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Null where the schema takes it, a number as text, or the number in a text; else undefined. */
function convert(value: unknown, { type = '', format, nullable }: Schema): unknown {
  if (value === null && nullable) return value;
  if (type === 'string') return typeof value === 'number' && format === undefined ? String(value) : undefined;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
  return Number.isFinite(number) && isOfType(number, type) ? number : undefined;
}

function adaptItems(value: unknown, { items }: Schema, options: AdaptOptions): unknown {
  if (!items) return value;
  if (Array.isArray(value)) return value.map((item) => adaptValue(item, items, options));
  return isObject(value) ? adaptValue(value, items, options) : value;
}

function adaptObject(value: Record<string, unknown>, node: Schema, options: AdaptOptions): Record<string, unknown> {
  const { document, isComplete = true } = options;
  const { properties = {}, required = [], additionalProperties } = node;
  const schemaOf = (name: string) => (Object.hasOwn(properties, name) ? properties[name] : additionalProperties);
  const kept = Object.entries(value).filter(([name]) => !isForbidden(schemaOf(name)));
  const missing = isComplete ? required.filter((name) => !Object.hasOwn(value, name)) : [];
  return Object.fromEntries([
    ...kept.map(([name, field]) => [name, adaptValue(field, schemaOf(name) ?? {}, options)]),
    ...missing.map((name) => [name, exampleOf(schemaOf(name) ?? {}, document)]),
  ]);
}

/** `not: {}` forbids any value. */
const isForbidden = (schema: Schema | undefined): boolean =>
  schema?.not !== undefined && Object.keys(schema.not).every((keyword) => keyword.startsWith('x-'));

/** A value that a schema allows: its example, its first known value, or the simplest value of its type and format. */
function exampleOf(schema: Schema, document: object): unknown {
  const node = resolve(schema, document);
  const known = [node['example'], node['default'], ...(node.enum ?? []), ...(node['x-known-values'] ?? [])];
  const first = known.find((value) => value !== undefined);
  if (first !== undefined) return first;
  switch (node.type) {
    case 'object':
      return adaptObject({}, node, { document });
    case 'array':
      return [];
    case 'boolean':
      return true;
    case 'number':
    case 'integer':
      return 1;
    default:
      return samples[node.format ?? ''] ?? 'example';
  }
}

/** A text of each format. */
const samples: Record<string, string> = {
  'date-time': '2030-01-01T00:00:00Z',
  date: '2030-01-01',
  uuid: '00000000-0000-4000-8000-000000000000',
  uri: 'https://service.example/',
  email: 'someone@service.example',
};

const resolve = (schema: Schema, document: object): Schema => resolveIn(document, schema) ?? {};

/** The branch of a `oneOf` that the value names; without one, the schema itself. */
function chooseBranch(schema: Schema, value: unknown, document: object): Schema {
  const { propertyName = '', mapping = {} } = schema.discriminator ?? {};
  const name = isObject(value) ? String(value[propertyName]) : '';
  const branch = Object.hasOwn(mapping, name) ? mapping[name] : undefined;
  return branch === undefined ? schema : resolve({ $ref: branch }, document);
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'object') return isObject(value);
  return typeof value === type;
}

function isInstance(value: unknown): boolean {
  return isObject(value) && Object.getPrototypeOf(value) !== Object.prototype;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
