import rulesFile from '../../rules.json' with { type: 'json' };
import type { Schema } from './document.ts';

/** How well a rule is known: the description states it, it follows from the description, or the kit assumes it. */
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

/** A promise or demand of the service, or of the kit if the service's description is silent. */
export interface ServiceRule {
  /** The rule in one or two sentences. */
  text: string;
  /** What this kit does if the description is silent: our choice, never what the service says. */
  policy?: string;
  /** Only a stated rule can show that a deployment of the service is broken. */
  basis: Basis;
  /** The passages of the service's description, as `passages.json` names them, separated by `; `. Present unless the basis is `assumed`. */
  source?: string;
  /** Why the kit has this rule. Present unless the basis is `stated`. */
  reason?: string;
  /** The parts that hold it, each with a test whose title starts with the id. */
  heldBy: readonly RuleHolder[];
}

/**
 * Every rule by its id, such as `PARTY-3`. A constraint that goes beyond the sentence of its rule has the rule's id and a letter,
 * such as `PARTY-2a`. Treat it as read-only.
 */
export const rules: Readonly<Record<string, ServiceRule>> = rulesFile as Record<string, ServiceRule>;

/** The passages of the service's description behind a rule. */
export const passagesOf = (rule: ServiceRule | undefined): string[] => rule?.source?.split('; ') ?? [];

/** The rule or constraint with this id; undefined if there is none. */
export function findRule(id: string): ServiceRule | undefined {
  return Object.hasOwn(rules, id) ? rules[id] : undefined;
}

/** The id of the rule that a constraint belongs to: `BANK-1` for `BANK-1a`. A rule belongs to itself. */
export function mainRuleOf(id: string): string {
  return id.replace(/[a-z]$/, '');
}

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
