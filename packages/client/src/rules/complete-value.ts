import { requestSchemas } from '../generated/operations.ts';
import { isRecord } from './is-record.ts';
import type { RequestSchema } from './request-schema.ts';
import type { Violation } from './violation.ts';

const isType: Record<string, (value: unknown) => boolean> = {
  integer: Number.isInteger,
  number: Number.isFinite,
  array: Array.isArray,
  object: isRecord,
};

const isFormat: Record<string, (value: string) => boolean> = {
  uri: URL.canParse,
  'date-time': (value) => !Number.isNaN(Date.parse(value)),
};

/** The schema itself: that of a reference, or of the branch that the value chooses. */
function resolve(schema: RequestSchema, value: unknown): RequestSchema {
  const { by, branches = {}, ref } = schema;
  const choice = by && isRecord(value) ? String(value[by]) : '';
  const name = ref ?? (Object.hasOwn(branches, choice) && branches[choice]);
  return name ? resolve({ rule: schema.rule, ...requestSchemas[name] }, value) : schema;
}

/** What is wrong with the value itself, not with what it contains. */
function problemOf(schema: RequestSchema, value: unknown): string | undefined {
  const { type = 'string', enum: accepted, pattern, format, fixed, forbidden, by, branches = {} } = schema;
  if (value === undefined) return 'is missing';
  if (forbidden) return 'must not be sent';
  if (by) return `needs ${by} ${Object.keys(branches).join(' or ')}`;
  if (!(isType[type]?.(value) ?? typeof value === type)) return `must be of type ${type}`;
  if (accepted && !accepted.includes(value as string)) {
    return fixed ? 'must be left out, the client fills it in' : `must be ${accepted.join(' or ')}`;
  }
  const isWellFormed = new RegExp(pattern ?? '').test(String(value)) && (!format || isFormat[format]?.(String(value)));
  return isWellFormed ? undefined : 'has the wrong form';
}

/** The properties that a value has or needs, each with its schema and, where the service fixes it, its content. */
function propertiesOf(schema: RequestSchema, value: Record<string, unknown>): [string, RequestSchema, unknown][] {
  const { properties = {}, values, optional = [] } = schema;
  const names = new Set([...Object.keys(properties), ...Object.keys(value)]);
  return [...names].flatMap((name) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : values;
    const content = value[name] === undefined && property?.fixed ? property.enum?.[0] : value[name];
    const isLeftOut = content === undefined && (property?.forbidden || optional.includes(name));
    return property && !isLeftOut ? [[name, property, content]] : [];
  });
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
  const { rule = inheritedRule, ...schema } = resolve(declared, value);
  const problem = problemOf(schema, value);
  if (problem) {
    violations.push({ path, problem, rule, remedy: schema.remedy });
    return value;
  }
  const { items } = schema;
  if (items) {
    return (value as unknown[]).map((item, index) => completeValue(items, item, violations, `${path}[${index}]`, rule));
  }
  if (!isRecord(value)) return value;
  const completed = propertiesOf(schema, value).map(([name, property, content]) => [
    name,
    completeValue(property, content, violations, path ? `${path}.${name}` : name, rule),
  ]);
  return { ...value, ...Object.fromEntries(completed) };
}
