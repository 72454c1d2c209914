import { Ajv, type ErrorObject } from 'ajv';
import formats from 'ajv-formats';
import type { Schema } from '../document/document.ts';
import { openApiDocument, type ReferenceTarget, resolveReference } from '../document/load.ts';
import { keysOf, ruleOfKeyword, toPointer, withForbiddenProperties } from '../document/parts.ts';
import { type Basis, findRule } from '../document/rules.ts';
import { ownFormats } from './formats.ts';

/** A broken rule in a value. It never contains the value. */
export interface Violation {
  /** The path in the value, such as `mileStonesParties.milestone-1[0].isSender`; empty for the value itself. */
  path: string;
  /** The same place as a JSON pointer, such as `/mileStonesParties/milestone-1/0/isSender`. */
  pointer: string;
  /** The keyword that refuses the value, such as `required` or `pattern`; `not` for what must not be sent. */
  keyword: string;
  /** The ID of the broken rule or constraint. */
  rule?: string;
  /** How well that rule is known. */
  basis?: Basis;
  /** What to write instead. */
  remedy?: string;
  /** What the schema expects. */
  message: string;
}

/** Lists the first 100 violations of a value; an empty list means that the schema accepts it. Never throws on a value. */
export type Validate = (value: unknown) => Violation[];

/**
 * Compiles a schema, given as such or by a pointer such as `#/components/schemas/AddPartiesRequest`. Its references point into
 * `document`; default: the service's. Throws if the pointer points to nothing.
 */
export function createValidator(schema: string | Schema, document: ReferenceTarget = openApiDocument): Validate {
  return compile(typeof schema === 'string' ? { $ref: schema } : schema, { document });
}

interface CompileOptions {
  /** Numbers and truth values may be text, as in a path or a query. Default: false. */
  coerceTypes?: boolean;
  document?: ReferenceTarget;
}

export function compile(
  schema: Schema,
  { coerceTypes = false, document = openApiDocument }: CompileOptions = {},
): Validate {
  const ajv = coerceTypes ? coercing() : exact();
  const expanded = expandSchema(schema, document);
  const check = ajv.compile(expanded);
  // Ajv would store every schema forever; the compiled check does not need it.
  ajv.removeSchema(expanded);
  return (value) => (check(value) ? [] : toViolations(check.errors ?? [], expanded));
}

/** Creating an Ajv takes longer than compiling most schemas, so all schemas share one of each kind. */
const exact = once(() => createAjv(false));
const coercing = once(() => createAjv(true));

function createAjv(coerceTypes: boolean): Ajv {
  // Without a check of each schema, which takes longer than compiling most of them: every document is checked before.
  const ajv = new Ajv({ strict: false, allErrors: true, coerceTypes, validateSchema: false });
  formats.default(ajv);
  for (const [name, test] of Object.entries(ownFormats)) ajv.addFormat(name, test);
  return ajv;
}

function once<T>(create: () => T): () => T {
  let created: T | undefined;
  return () => {
    created ??= create();
    return created;
  };
}

/** Errors that only say that another error exists. */
const summaries = new Set(['if', 'anyOf', 'oneOf']);

/** If all alternatives fail, the first one says what is expected. */
const laterAlternative = /\/anyOf\/[1-9]/;

/** More than anybody reads, few enough to be fast. */
const mostViolations = 100;

/** Turns Ajv's errors about an expanded schema into violations, without repeats; at most {@link mostViolations}. */
function toViolations(errors: ErrorObject[], schema: Schema): Violation[] {
  const found = new Map<string, Violation>();
  for (const error of errors) {
    if (found.size === mostViolations) break;
    if (summaries.has(error.keyword) || laterAlternative.test(error.schemaPath)) continue;
    const violation = toViolation(error, schema);
    const key = `${violation.path} ${violation.message}`;
    if (!found.has(key)) found.set(key, violation);
  }
  return [...found.values()];
}

function toViolation(error: ErrorObject, schema: Schema): Violation {
  const schemas = schemasAt(error, schema);
  const missing = missingProperty(error);
  const rule = ruleOfKeyword(schemas, error.keyword, missing);
  const basis = findRule(rule ?? '')?.basis;
  const remedy = remedyOf(schemas, missing);
  const segments = keysOf(error.instancePath);
  if (missing !== undefined) segments.push(missing);
  return {
    path: toPath(segments),
    pointer: toPointer(segments),
    keyword: error.keyword,
    ...(rule !== undefined && { rule }),
    ...(basis !== undefined && { basis }),
    ...(remedy !== undefined && { remedy }),
    message: messageOf(error, schemas),
  };
}

/** Says what is wrong, with the choices if there are some. */
function messageOf({ keyword, params, message = 'is refused' }: ErrorObject, [schema]: Schema[]): string {
  switch (keyword) {
    case 'not':
      return 'must not be sent';
    case 'required':
      return 'is missing';
    case 'enum':
      return `must be ${params['allowedValues'].length > 1 ? 'one of ' : ''}${params['allowedValues'].join(', ')}`;
    case 'additionalProperties':
      return `must have no other fields than ${Object.keys(schema?.properties ?? {}).join(', ') || 'none'}`;
    default:
      return message;
  }
}

/** The schema whose keyword refuses the value, then those around it, innermost first. */
function schemasAt(error: ErrorObject, schema: Schema): Schema[] {
  const schemas = [schema];
  let node: unknown = schema;
  // Ajv URI-encodes the path in the schema, but not the path in the value.
  const segments = keysOf(error.schemaPath).map(decodeURIComponent);
  // The last segment is the keyword.
  for (const segment of segments.slice(0, -1)) {
    node = (node as Record<string, unknown> | undefined)?.[segment];
    if (typeof node === 'object' && node !== null) schemas.unshift(node as Schema);
  }
  return schemas;
}

/** The remedy of a missing property wins over that of its object. */
function remedyOf(schemas: Schema[], missing: string | undefined): string | undefined {
  const property = missing === undefined ? undefined : schemas[0]?.properties?.[missing];
  return [property, ...schemas].find((candidate) => candidate?.['x-remedy'])?.['x-remedy'];
}

function toPath(segments: string[]): string {
  return segments.reduce((path, segment) => {
    if (/^\d+$/.test(segment)) return `${path}[${segment}]`;
    return path === '' ? segment : `${path}.${segment}`;
  }, '');
}

function missingProperty(error: ErrorObject): string | undefined {
  return error.keyword === 'required' ? String(error.params['missingProperty']) : undefined;
}

/**
 * Inlines the references into `document`, so that the path of an error leads through every node that may name a rule. The
 * document has no recursive schema. Default: the service's document.
 */
export function expandSchema(schema: Schema, document: ReferenceTarget = openApiDocument): Schema {
  return expand(schema) as Schema;

  function expand(node: unknown): unknown {
    if (Array.isArray(node)) return node.map(expand);
    if (typeof node !== 'object' || node === null) return node;
    const schema = node as Schema;
    if (schema.$ref !== undefined) return expand(resolveReference(schema.$ref, document));
    const whole = withForbiddenProperties(schema.discriminator ? chooseByDiscriminator(schema) : schema);
    return Object.fromEntries(Object.entries(whole).map(([key, value]) => [key, expand(value)]));
  }
}

/** Rewrites `oneOf` into one condition for each role, so that errors concern only the branch that the value names. */
function chooseByDiscriminator({ oneOf: _branches, discriminator, ...schema }: Schema): Schema {
  const { propertyName = '', mapping = {} } = discriminator ?? {};
  const property = (value: unknown[]): Record<string, Schema> => ({ [propertyName]: { enum: value } });
  return {
    ...schema,
    type: 'object',
    required: [propertyName],
    properties: property(Object.keys(mapping)),
    allOf: Object.entries(mapping).map(([value, branch]) => ({
      if: { type: 'object', required: [propertyName], properties: property([value]) },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { $ref: branch },
    })),
  };
}
