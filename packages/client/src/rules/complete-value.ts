import type { Party } from '../resources/contracts.ts';
import { addUpToZero } from './add-up-to-zero.ts';
import { isRecord } from './is-record.ts';
import type { RequestSchema } from './request-schema.ts';
import type { Violation } from './violation.ts';

type Check = (value: never) => boolean | undefined;

/** Whether a value has a type that `typeof` does not know, or a format. */
const isA: Record<string, Check> = {
  integer: Number.isInteger,
  number: Number.isFinite,
  array: Array.isArray,
  object: isRecord,
  uri: URL.canParse,
  // A day that does not exist is taken for one of the next month.
  'date-time': (value: string) => new Date(value).toJSON()?.startsWith(value.slice(0, 10)),
};

/** What is wrong with a value that has to be one of a few, or none. */
function choiceProblem({ fixed, enum: accepted, forbidden, by, branches = {} }: RequestSchema, value: unknown) {
  if (value === undefined) return 'is missing';
  if (forbidden || (fixed !== undefined && value !== fixed)) return 'must be left out';
  if (by) return `needs ${by} ${Object.keys(branches).join(' or ')}`;
  return accepted && !accepted.includes(value) ? `must be ${accepted.join(' or ')}` : undefined;
}

/** What is wrong with the type or the form of a value, not with what it contains. */
function formProblem({ type, properties, items, pattern = '', format }: RequestSchema, value: unknown) {
  const expected = type ?? (properties ? 'object' : items ? 'array' : 'string');
  if (!(isA[expected]?.(value as never) ?? typeof value === expected)) return `must be of type ${expected}`;
  if (typeof value !== 'string') return undefined;
  const isWellFormed = new RegExp(pattern).test(value) && (!format || isA[format]?.(value as never));
  return isWellFormed ? undefined : 'has the wrong form';
}

const totalProblem = 'needs CUSTOMER amounts that total the BROKER and PROVIDER amounts';

/** Whether what the CUSTOMERs of a list pay is exactly what its other parties get. */
const isBalanced = (parties: Party[]): boolean =>
  addUpToZero(parties.map(({ role, amount }) => (role === 'CUSTOMER' ? amount : -amount)));

/** The properties that a value has or needs, complete. One that is left out, and may be, stays out. */
function completeProperties(
  { properties = {}, values }: RequestSchema,
  given: Record<string, unknown>,
  complete: (schema: RequestSchema, value: unknown, step: string) => unknown,
): object {
  const schemas = values ? Object.keys(given).map((name) => [name, values] as const) : Object.entries(properties);
  const completed = schemas.flatMap(([name, schema]) => {
    const { [name]: value = schema.fixed } = given;
    if (value === undefined && (schema.forbidden || schema.optional)) return [];
    return [[name, complete(schema, value, `.${name}`)]];
  });
  return { ...given, ...Object.fromEntries(completed) };
}

/**
 * The value with every field that the service fixes filled in, so that no caller types a constant. What it breaks of
 * its schema is added to the violations.
 */
export function completeValue(
  declared: RequestSchema,
  value: unknown,
  violations: Violation[],
  path = '',
  inheritedRule?: string,
): unknown {
  const { by = '', branches = {} } = declared;
  const branch = isRecord(value) && Object.entries(branches).find(([choice]) => choice === value[by]);
  const schema = branch ? branch[1] : declared;
  const { items, total, remedy, rule = declared.rule ?? inheritedRule } = schema;
  const problem = choiceProblem(schema, value) ?? formProblem(schema, value);
  if (problem) {
    violations.push({ path, problem, rule, remedy });
    return value;
  }
  const complete = (inner: RequestSchema, content: unknown, step: string): unknown =>
    completeValue(inner, content, violations, path ? path + step : step.slice(1), rule);
  if (!items) return isRecord(value) ? completeProperties(schema, value, complete) : value;
  const others = violations.length;
  const completed = (value as unknown[]).map((item, index) => complete(items, item, `[${index}]`));
  // Where a party breaks a rule of its own there are no totals to compare.
  if (total && violations.length === others && !isBalanced(completed as Party[])) {
    violations.push({ path, problem: totalProblem, rule: total });
  }
  return completed;
}
