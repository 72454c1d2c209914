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
  // A day that does not exist is taken for one of the next month.
  'date-time': (value) => {
    const time = Date.parse(value);
    return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value.slice(0, 10));
  },
};

/** The schema itself, or of its branches the one that the value chooses. */
function resolve(schema: RequestSchema, value: unknown): RequestSchema {
  const { by = '', branches = {} } = schema;
  const choice = isRecord(value) ? value[by] : undefined;
  return (typeof choice === 'string' && Object.hasOwn(branches, choice) && branches[choice]) || schema;
}

/** What is wrong with a value that has to be one of a few, or none. */
function choiceProblem({ fixed, enum: accepted, forbidden, by, branches = {} }: RequestSchema, value: unknown) {
  if (value === undefined) return 'is missing';
  if (forbidden) return 'must not be sent';
  if (by) return `needs ${by} ${Object.keys(branches).join(' or ')}`;
  if (fixed !== undefined && value !== fixed) return 'must be left out, the client fills it in';
  return accepted && !accepted.includes(value) ? `must be ${accepted.join(' or ')}` : undefined;
}

/** What is wrong with the type or the form of a value, not with what it contains. */
function formProblem({ type: stated, properties, items, pattern = '', format }: RequestSchema, value: unknown) {
  const type = stated ?? (properties ? 'object' : items ? 'array' : 'string');
  if (!(isType[type]?.(value) ?? typeof value === type)) return `must be of type ${type}`;
  if (typeof value !== 'string') return undefined;
  const isWellFormed = new RegExp(pattern).test(value) && (!format || isFormat[format]?.(value));
  return isWellFormed ? undefined : 'has the wrong form';
}

function problemOf(schema: RequestSchema, value: unknown): string | undefined {
  const hasChoice = schema.fixed !== undefined || schema.enum;
  return choiceProblem(schema, value) ?? (hasChoice ? undefined : formProblem(schema, value));
}

/** The properties that a value has or needs, each with its schema and, where the service fixes it, its content. */
function propertiesOf(schema: RequestSchema, value: Record<string, unknown>): [string, RequestSchema, unknown][] {
  const { properties = {}, values, optional = [] } = schema;
  const names = new Set([...Object.keys(properties), ...Object.keys(value)]);
  return [...names].flatMap((name) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : values;
    const content = value[name] === undefined ? property?.fixed : value[name];
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
  const schema = resolve(declared, value);
  const rule = schema.rule ?? declared.rule ?? inheritedRule;
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
