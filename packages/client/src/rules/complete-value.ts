import type { Party } from '../resources/contracts.ts';
import { isBalanced } from './is-balanced.ts';
import { isId } from './is-id.ts';
import { isRecord } from './is-record.ts';
import { isText } from './is-text.ts';
import { mapValues } from './map-values.ts';
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
  const { pattern, type = schema.properties ? 'object' : schema.items ? 'array' : 'string' } = schema;
  const choices = 'fixed' in schema ? [schema.fixed] : schema.enum;
  const isAccepted = schema.accepts ?? isA[type] ?? ((given: unknown) => typeof given === type);
  if (value === undefined) return 'is missing';
  if (choices) return !choices.includes(value as never) && `must be ${choices.join(' or ') || 'left out'}`;
  if (!isAccepted(value as never)) return `must be ${type}`;
  // An empty list, or map from ids to values, would be sent for nothing: most likely its content got lost.
  if ((schema.items || (schema.values && !schema.properties)) && !Object.keys(value as object).length) {
    return 'must not be empty';
  }
  return pattern !== undefined && !new RegExp(pattern).test(value as string) && `must match ${pattern}`;
}

/**
 * The value with every field that the service fixes filled in, so that no caller types a constant. What it breaks of
 * its schema is added to the violations. A path is empty, or begins with a dot.
 */
export function completeValue(
  declared: ValueSchema,
  value: unknown,
  violations: Violation[],
  path: string,
  inheritedRule?: string,
): unknown {
  const choice = (value as Record<string, unknown> | undefined)?.[declared.by as string];
  const [, schema = declared] = Object.entries(declared.branches ?? {}).find(([name]) => name === choice) ?? [];
  const { properties, values, items, total, rule = declared.rule ?? inheritedRule } = schema;
  const report = (problem: string, broken = rule) => violations.push({ path: path.slice(1), problem, rule: broken });
  const problem = problemOf(schema, value);
  if (problem) {
    report(problem);
    return value;
  }
  const complete = (inner: ValueSchema, step: string, content: unknown = inner.fixed ?? inner.default): unknown =>
    content === undefined && inner.optional ? content : completeValue(inner, content, violations, path + step, rule);
  if (properties || values) {
    const given = value as Record<string, unknown>;
    const schemas = { ...(values && mapValues(given, () => values)), ...properties };
    return { ...given, ...mapValues(schemas, (inner, name) => complete(inner, `.${name}`, given[name])) };
  }
  if (!items) return value;
  const others = violations.length;
  const completed = (value as unknown[]).map((item, index) => complete(items, `[${index}]`, item));
  // Where a party breaks a rule of its own there are no totals to compare.
  if (total && violations.length === others && !isBalanced(completed as Party[])) {
    report('must balance CUSTOMER and other amounts', total);
  }
  return completed;
}
