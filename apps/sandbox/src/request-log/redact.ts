import { resolveReference, type Schema, sensitiveFields } from '@escrow-kit/spec';
import { isObject } from '../domain/require-shape.ts';
import { secretLength, secretPrefixes } from '../domain/secret.ts';

/** Replaces what is left out. */
export const redacted = '[redacted]';

/** Longer text is cut. */
const longestText = 500;

/** Matches a secret that the sandbox created. */
export const secretPattern: RegExp = new RegExp(
  `\\b(?:${secretPrefixes.join('|')})_[a-z0-9]{${secretLength},}\\b`,
  'gi',
);

/**
 * Matches an IBAN, a phone number in E.164 form, a national id or a token in any field, because a secret may be sent in a wrong
 * field.
 */
const sensitivePattern = new RegExp(
  [/\bSA\d{22}\b/, /(?:\+|%2B)[1-9]\d{6,14}/, /(?<![\w.-])[12]\d{9}(?![\w.-])/, secretPattern]
    .map(({ source }) => source)
    .join('|'),
  'gi',
);

/** URL parameters that may be shown: those that the service puts into the checkout URL (PAY-2). */
const harmlessParameters = new Set(['client_id', 'payment_methods']);

/** A text for the log. Leaves out the values of a URL's query, and what looks secret or personal. */
export function redactText(text: string): string {
  const shown = /^https?:\/\//i.test(text) ? redactUrl(text) : text;
  const safe = shown.replaceAll('\0', '').replace(sensitivePattern, redacted);
  return safe.length > longestText ? `${safe.slice(0, longestText).toWellFormed()}…` : safe;
}

/** A URL without the values of its query, but for harmless ones. */
export function redactUrl(text: string): string {
  const url = URL.parse(text);
  if (!url) return redacted;
  const query = [...url.searchParams]
    .map(([name, value]) => `${name}=${harmlessParameters.has(name) ? value : redacted}`)
    .join('&');
  return `${url.origin}${url.pathname}${query && '?'}${query}`;
}

/** Harmless fields that no schema describes. Most of them are the sandbox's own. */
const harmlessFields = new Set([
  ...['data', 'error', 'meta', 'violations', 'details', 'rule', 'basis', 'message', 'field', 'code', 'success'],
  ...['milestones', 'otpType', 'id', 'status', 'type', 'state', 'request_id', 'timestamp', 'created_at', 'updated_at'],
]);

/** Further entries of a list are left out. */
const mostEntries = 100;

/**
 * A value for the log. Leaves out what the document marks as secret or personal, in any schema that may describe the value, fields of
 * a name that is marked anywhere, and what no schema describes, because an open shape may hold anything.
 */
export function redactValue(value: unknown, schemas: readonly Schema[]): unknown {
  const all = schemas.flatMap(schemaAlternatives);
  if (all.some((schema) => schema['x-sensitive'] !== undefined)) return redacted;
  if (Array.isArray(value)) {
    const items = all.flatMap(({ items: item }) => (item ? [item] : []));
    return value.slice(0, mostEntries).map((entry) => redactValue(entry, items));
  }
  if (isObject(value)) return redactObject(value, all);
  if (isHarmless(value)) return value;
  const isDescribed = all.some(({ type }) => typeof value === (type === 'integer' ? 'number' : type));
  if (!isDescribed) return redacted;
  return typeof value === 'string' ? redactText(value) : value;
}

function redactObject(value: object, schemas: readonly Schema[]): Record<string, unknown> {
  // `{}` accepts anything and describes nothing.
  const others = schemas.flatMap(({ additionalProperties: other = {} }) =>
    Object.keys(other).length > 0 ? [other] : [],
  );
  const entries = Object.entries(value).map(([key, member]) => {
    if (sensitiveFields.has(key)) return [key, redacted];
    // Never an inherited property: `constructor` is not a property of a schema.
    const described = schemas.flatMap(({ properties = {} }) => {
      const own = Object.hasOwn(properties, key) ? properties[key] : undefined;
      return own ? [own] : [];
    });
    if (described.length > 0) return [key, redactValue(member, described)];
    return [redactKey(key), others.length > 0 ? redactValue(member, others) : redactUnknown(key, member)];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}

/** A field that no schema describes. */
function redactUnknown(key: string, value: unknown): unknown {
  if (harmlessFields.has(key)) return redactValue(value, [{ type: typeof value }]);
  return isHarmless(value) ? value : redacted;
}

/** A name that is not in the document is shown only if it looks like an identifier. */
function redactKey(key: string): string {
  return /^[A-Za-z][\w-]{0,63}$/.test(key) ? redactText(key) : redacted;
}

function isHarmless(value: unknown): boolean {
  return typeof value === 'boolean' || value === null;
}

const alternatives = new WeakMap<Schema, Schema[]>();

/** The schema itself and every schema that it may stand for: a reference, a branch or a part. */
function schemaAlternatives(schema: Schema): Schema[] {
  const known = alternatives.get(schema);
  if (known) return known;
  const { $ref, oneOf = [], anyOf = [], allOf = [] } = schema as Schema & { allOf?: Schema[] };
  const referred = $ref === undefined ? [] : [resolveReference($ref) as Schema];
  const all = [schema, ...[...referred, ...oneOf, ...anyOf, ...allOf].flatMap(schemaAlternatives)];
  alternatives.set(schema, all);
  return all;
}
