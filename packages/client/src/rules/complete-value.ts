import type { Party } from '../resources/contracts.ts';
import { addUpToZero } from './add-up-to-zero.ts';
import { each } from './each.ts';
import { isId } from './is-id.ts';
import { isRecord } from './is-record.ts';
import { isText } from './is-text.ts';
import type { ValueSchema } from './value-schema.ts';
import type { Violation } from './violation.ts';

/** Whether a value has a type that `typeof` does not know. */
const isA: Record<string, (value: unknown) => boolean | undefined> = {
  integer: Number.isInteger,
  array: Array.isArray,
  object: isRecord,
  id: (value) => isId(value) || Number.isInteger(value),
  uri: (value) => isText(value) && URL.canParse(value),
  // A day that does not exist is taken for one of the next month.
  'date-time': (value) => isText(value) && new Date(value).toJSON()?.slice(0, 10) === value.slice(0, 10),
};

/** What a value has to be and is not, apart from what it contains. */
function problemOf(schema: ValueSchema, value: unknown): string | false {
  const { properties, items, accepts, pattern } = schema;
  const { type = properties ? 'object' : items ? 'array' : 'string' } = schema;
  const choices = 'fixed' in schema ? [schema.fixed] : schema.enum;
  const isAccepted = accepts ?? isA[type] ?? ((given: unknown) => typeof given === type);
  if (value === undefined) return 'is missing';
  if (choices) return !choices.includes(value as never) && `must be ${choices.join(' or ') || 'left out'}`;
  if (!isAccepted(value as never)) return `must be ${type}`;
  return pattern !== undefined && !new RegExp(pattern).test(value as string) && `must match ${pattern}`;
}

const totalProblem = 'must have CUSTOMER amounts that total the others';

/** Whether what the CUSTOMERs of a list pay is exactly what its other parties get. */
const isBalanced = (parties: Party[]): boolean =>
  addUpToZero(parties.map(({ role, amount }) => (role === 'CUSTOMER' ? amount : -amount)));

/** The properties that a value has or needs, complete. One that is left out, and may be, stays out. */
function completeProperties(
  { properties, values }: ValueSchema,
  given: Record<string, unknown>,
  complete: (schema: ValueSchema, value: unknown, step: string) => unknown,
): object {
  const schemas = { ...(values && each(Object.keys(given), values)), ...properties };
  const completed = Object.entries(schemas).flatMap(([name, schema]) => {
    const { [name]: value = schema.fixed ?? schema.default } = given;
    return value === undefined && schema.optional ? [] : [[name, complete(schema, value, `.${name}`)]];
  });
  return { ...given, ...Object.fromEntries(completed) };
}

/**
 * The value with every field that the service fixes filled in, so that no caller types a constant. What it breaks of
 * its schema is added to the violations.
 */
export function completeValue(
  declared: ValueSchema,
  value: unknown,
  violations: Violation[],
  path = '',
  inheritedRule?: string,
): unknown {
  const { by = '', branches = {} } = declared;
  const branch = isRecord(value) && Object.entries(branches).find(([choice]) => choice === value[by]);
  const schema = branch ? branch[1] : declared;
  const { items, total, rule = declared.rule ?? inheritedRule } = schema;
  const problem = problemOf(schema, value);
  if (problem) {
    violations.push({ path, problem, rule });
    return value;
  }
  const complete = (inner: ValueSchema, content: unknown, step: string): unknown =>
    completeValue(inner, content, violations, path ? path + step : step.slice(1), rule);
  if (schema.properties || schema.values) return completeProperties(schema, value as Record<string, unknown>, complete);
  if (!items) return value;
  const others = violations.length;
  const completed = (value as unknown[]).map((item, index) => complete(items, item, `[${index}]`));
  // Where a party breaks a rule of its own there are no totals to compare.
  if (total && violations.length === others && !isBalanced(completed as Party[])) {
    violations.push({ path, problem: totalProblem, rule: total });
  }
  return completed;
}
