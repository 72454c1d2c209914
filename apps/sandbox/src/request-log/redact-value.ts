import type { Schema } from '@escrow-kit/spec';
import { redacted, redactText } from './redact-text.ts';
import { schemaAlternatives } from './schema-alternatives.ts';

/** Fields that no schema describes, yet are harmless wherever they stand: most of them are this sandbox's own. */
const harmlessFields = new Set(
  ['data', 'error', 'meta', 'violations', 'details', 'rule', 'basis', 'message', 'field', 'code', 'success'].concat([
    'id',
    'status',
    'type',
    'state',
    'request_id',
    'timestamp',
    'created_at',
    'updated_at',
  ]),
);

/** More entries of a list than these are left out. */
const mostEntries = 100;

/**
 * A value as the log may show it. Left out is what the document marks as secret or personal, by any of the schemas that
 * may describe it, and what no schema describes: an open shape may hold anything.
 */
export function redactValue(value: unknown, schemas: readonly Schema[]): unknown {
  const all = schemas.flatMap(schemaAlternatives);
  if (all.some((schema) => schema['x-sensitive'] !== undefined)) return redacted;
  if (Array.isArray(value)) {
    const items = all.flatMap((schema) => (schema.items === undefined ? [] : [schema.items]));
    return value.slice(0, mostEntries).map((entry) => redactValue(entry, items));
  }
  if (typeof value === 'object' && value !== null) return redactObject(value, all);
  return isDescribed(value, all) ? redactScalar(value) : redacted;
}

function redactObject(value: object, schemas: readonly Schema[]): Record<string, unknown> {
  const others = schemas.flatMap(({ additionalProperties }) => describing(additionalProperties));
  const entries = Object.entries(value).map(([key, member]) => {
    const described = schemas.flatMap(({ properties }) => own(properties, key));
    if (described.length > 0) return [key, redactValue(member, described)];
    return [redactKey(key), others.length > 0 ? redactValue(member, others) : redactUnknown(key, member)];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}

/** Never what an object inherits: `constructor` is no property of a schema. */
function own(properties: Record<string, Schema> | undefined, key: string): Schema[] {
  const schema = properties && Object.hasOwn(properties, key) ? properties[key] : undefined;
  return schema ? [schema] : [];
}

/** `{}` accepts anything and describes nothing. */
function describing(schema: Schema | undefined): Schema[] {
  return schema === undefined || Object.keys(schema).length === 0 ? [] : [schema];
}

function redactUnknown(key: string, value: unknown): unknown {
  if (typeof value === 'boolean' || value === null) return value;
  if (!harmlessFields.has(key)) return redacted;
  return typeof value === 'object' ? redactValue(value, []) : redactScalar(value);
}

/** A name that the document does not know is shown where it looks like an identifier, and like nothing else. */
function redactKey(key: string): string {
  return /^[A-Za-z][\w-]{0,63}$/.test(key) ? String(redactText(key)) : redacted;
}

function redactScalar(value: unknown): unknown {
  return typeof value === 'string' ? redactText(value) : value;
}

function isDescribed(value: unknown, schemas: readonly Schema[]): boolean {
  if (typeof value === 'boolean' || value === null) return true;
  return schemas.some(({ type }) => typeof value === (type === 'integer' ? 'number' : type));
}
