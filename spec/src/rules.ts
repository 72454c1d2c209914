import rulesFile from '../rules.json' with { type: 'json' };
import type { Schema } from './document.ts';

/** How well a rule is known: the description says it, it follows from what it says, or it is a choice of the kit. */
export type Basis = 'stated' | 'implied' | 'assumed';

/** A part of the kit that holds rules, with tests. */
export type RuleHolder =
  | 'document'
  | 'client'
  | 'sandbox'
  | 'contract-tests'
  | 'webhooks'
  | 'mock'
  | 'browser-checkout';

/** One thing that the service promises or demands, or that the kit demands where the service is silent. */
export interface ServiceRule {
  /** The rule in one or two sentences. */
  text: string;
  /** Only what is stated may call a deployment of the service broken. */
  basis: Basis;
  /** Section and row of the service's description. There unless the basis is `assumed`. */
  source?: string;
  /** Why the kit holds it. There unless the basis is `stated`. */
  reason?: string;
  /** The parts that hold it, each with a test whose title starts with the id. */
  heldBy: readonly RuleHolder[];
}

/**
 * Every rule by its id, such as `PARTY-3`, and every constraint that goes beyond the sentence of its rule, by the rule's id
 * and a letter, such as `PARTY-2a`. Treat it as read-only.
 */
export const rules: Readonly<Record<string, ServiceRule>> = rulesFile as Record<string, ServiceRule>;

/** The rule or constraint with this id, undefined where there is none. */
export function findRule(id: string): ServiceRule | undefined {
  return Object.hasOwn(rules, id) ? rules[id] : undefined;
}

/** The id of the rule that a constraint belongs to, `BANK-1` of `BANK-1a`. A rule belongs to itself. */
export function mainRuleOf(id: string): string {
  return id.replace(/[a-z]$/, '');
}

/** The part of a schema or parameter that says which rules it states. */
export type RuleStatement = Pick<Schema, 'x-rules' | 'x-constraints'>;

/**
 * The id of the rule or constraint that a keyword of a schema states; undefined where the document names none. `schemas` is
 * the schema with the keyword and then those around it, outwards. `property` is the name of a missing property, for
 * `required`. What `x-constraints` of the schema says counts first, then the first of the nearest `x-rules`.
 */
export function ruleOfKeyword(schemas: RuleStatement[], keyword: string, property?: string): string | undefined {
  const constraints = schemas[0]?.['x-constraints'] ?? {};
  const own = constraints[`${keyword}.${property}`] ?? constraints[keyword];
  return own ?? schemas.find((schema) => schema['x-rules'])?.['x-rules']?.[0];
}
