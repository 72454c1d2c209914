import type { ErrorObject } from 'ajv';
import type { Schema } from '../document/document.ts';
import { keysOf, ruleOfKeyword, toPointer } from '../document/parts.ts';
import { type Basis, findRule } from '../document/rules.ts';

/** A broken rule in a value. It never contains the value. */
export interface Violation {
  /** The path in the value, such as `mileStonesParties.milestone-1[0].isSender`; empty for the value itself. */
  path: string;
  /** The same place as a JSON pointer, such as `/mileStonesParties/milestone-1/0/isSender`. */
  pointer: string;
  /** The keyword that refuses the value, such as `required` or `pattern`; `not` for what must not be sent. */
  keyword: string;
  /** The id of the broken rule or constraint. */
  rule?: string;
  /** How well that rule is known. */
  basis?: Basis;
  /** What to write instead. */
  remedy?: string;
  /** What the schema expects. */
  message: string;
}

/** Errors that only say that another error exists. */
const summaries = new Set(['if', 'anyOf', 'oneOf']);

/** If all alternatives fail, the first one says what is expected. */
const laterAlternative = /\/anyOf\/[1-9]/;

/** More than anybody reads, few enough to be fast. */
const mostViolations = 100;

/** Turns Ajv's errors about an expanded schema into violations, without repeats; at most {@link mostViolations}. */
export function toViolations(errors: ErrorObject[], schema: Schema): Violation[] {
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
    message: messageOf(error),
  };
}

function messageOf({ keyword, message = 'is refused' }: ErrorObject): string {
  if (keyword === 'not') return 'must not be sent';
  return keyword === 'required' ? 'is missing' : message;
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
