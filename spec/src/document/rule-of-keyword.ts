import type { Schema } from './document.ts';

/** The part of a schema or parameter that says which rules it states. */
export type RuleStatement = Pick<Schema, 'x-rules' | 'x-constraints'>;

/**
 * Finds the id of the rule or constraint that a keyword of a schema states; undefined if the document names none. `schemas` is the
 * schema with the keyword, then the schemas around it, innermost first. `property` is the missing property, for `required`. The
 * schema's `x-constraints` win over the first id of the nearest `x-rules`.
 */
export function ruleOfKeyword(schemas: RuleStatement[], keyword: string, property?: string): string | undefined {
  const constraints = schemas[0]?.['x-constraints'] ?? {};
  const own = constraints[`${keyword}.${property}`] ?? constraints[keyword];
  return own ?? schemas.find((schema) => schema['x-rules'])?.['x-rules']?.[0];
}
