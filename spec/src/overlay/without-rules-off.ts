import { isDeepStrictEqual } from 'node:util';
import type { OpenApiDocument, Parameter, Schema } from '../document/document.ts';
import { followPointer, mainRuleOf, ruleOfKeyword } from '../document/parts.ts';

type IsOff = (id: string | undefined) => boolean;

/**
 * Removes from the schemas of a document the keywords that state a rule of its `x-rules-off`. That a value is an object or a list,
 * and of which kinds, stays: code that reads the value relies on it. Changes the document.
 */
export function withoutRulesOff(document: OpenApiDocument): OpenApiDocument {
  const off = new Set(document['x-rules-off'] ?? []);
  if (off.size === 0) return document;
  const search: Search = {
    document: structuredClone(document),
    isOff: (id) => id !== undefined && (off.has(id) || off.has(mainRuleOf(id))),
  };
  const { schemas } = document.components;
  for (const [name, schema] of Object.entries(schemas)) schemas[name] = relax(schema, [], search);
  relaxInside([document.paths, document['x-webhooks'], { ...document.components, schemas: {} }], search);
  return document;
}

interface Search {
  /** With all keywords. */
  document: OpenApiDocument;
  isOff: IsOff;
}

function relaxInside(node: unknown, search: Search): void {
  if (typeof node !== 'object' || node === null) return;
  const parts = node as Record<string, unknown>;
  for (const [key, part] of Object.entries(parts)) {
    if (key === 'examples' || key === 'example') continue;
    if (key === 'schema') relaxHolder(parts as unknown as Parameter, search);
    else relaxInside(part, search);
  }
}

/** Relaxes a parameter, or a body, which is required in another way. */
function relaxHolder(holder: Parameter, search: Search): void {
  const { in: place, schema, 'x-constraints': constraints } = holder;
  const rule = constraints?.['required'] ?? schema['x-rules']?.[0];
  if ((place === 'query' || place === 'header') && search.isOff(rule)) holder.required = false;
  holder.schema = relax(schema, [], search);
}

/** The schema without the keywords that state a rule which is off. `around` has the schemas around it, the nearest first. */
function relax(schema: Schema, around: Schema[], search: Search): Schema {
  if (schema.$ref !== undefined) return relaxReference(schema, around, search);
  const schemas = [schema, ...around];
  const entries = Object.entries(schema).flatMap(([keyword, value]) =>
    relaxKeyword(keyword, value, { schemas, search }),
  );
  return Object.fromEntries(entries);
}

interface Context {
  /** The schema with the keyword, then those around it. */
  schemas: Schema[];
  search: Search;
}

/** The keyword as it stays: one entry, or none. */
function relaxKeyword(keyword: string, value: unknown, context: Context): [string, unknown][] {
  const { schemas, search } = context;
  const isOff = (stating: string, name?: string): boolean => search.isOff(ruleOfKeyword(schemas, stating, name));
  if (keyword === 'required' || keyword === 'x-check') {
    const kept = (value as string[]).filter((name) => !isOff(keyword, name));
    return kept.length > 0 ? [[keyword, kept]] : [];
  }
  if (keyword === 'not') return relaxNot(value as Schema, schemas, search);
  // The fixed value is that of the enumeration.
  const stating = keyword === 'x-fixed' ? 'enum' : keyword;
  if (isRemovable(stating, value) && isOff(stating)) return [];
  return [[keyword, relaxChildren(keyword, value, context)]];
}

const checkingKeywords = [
  'type',
  'enum',
  'pattern',
  'format',
  'nullable',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
];

function isRemovable(keyword: string, value: unknown): boolean {
  return checkingKeywords.includes(keyword) && value !== 'object' && value !== 'array';
}

/** `not` forbids properties, each in a branch with its rule, or a value. */
function relaxNot(not: Schema, schemas: Schema[], { isOff }: Search): [string, Schema][] {
  const isBranchOff = (branch: Schema): boolean => isOff(branch['x-rules']?.[0] ?? ruleOfKeyword(schemas, 'not'));
  if (!not.anyOf) return isBranchOff(not) ? [] : [['not', not]];
  const anyOf = not.anyOf.filter((branch) => !isBranchOff(branch));
  return anyOf.length > 0 ? [['not', { ...not, anyOf }]] : [];
}

function relaxChildren(keyword: string, value: unknown, { schemas, search }: Context): unknown {
  if (keyword === 'properties') {
    const properties = Object.entries(value as Record<string, Schema>);
    return Object.fromEntries(properties.map(([name, child]) => [name, relax(child, schemas, search)]));
  }
  if (['oneOf', 'anyOf', 'allOf'].includes(keyword))
    return (value as Schema[]).map((child) => relax(child, schemas, search));
  const isSchema = ['items', 'additionalProperties'].includes(keyword) && typeof value === 'object' && value !== null;
  return isSchema ? relax(value as Schema, schemas, search) : value;
}

/**
 * A component without rules of its own states those of the schemas that refer to it, so it may lose a keyword at one place only; there
 * it is written out.
 */
function relaxReference(reference: Schema, around: Schema[], search: Search): Schema {
  const component = followPointer(reference.$ref ?? '', search.document) as Schema;
  const here = relax(component, around, search);
  return isDeepStrictEqual(here, relax(component, [], search)) ? reference : here;
}
