import { parseJson } from '../deployment/parse-json.ts';
import type { PactMismatch } from './notes.ts';

const missingKeys = /^Actual map is missing the following keys: (.*)$/;
const isMissing = 'is missing';

/** One mismatch for each field, if Pact names several missing fields at once. */
export function splitMissing(mismatch: PactMismatch): PactMismatch[] {
  const names = missingKeys.exec(mismatch.mismatch ?? '')?.[1]?.split(', ') ?? [];
  if (names.length === 0) return [mismatch];
  const { path = '$' } = mismatch;
  return names.map((name) => ({ ...mismatch, path: `${path}.${name}`, mismatch: isMissing }));
}

/** Says in a sentence what is wrong, by the name of the field: `data.milestones[0].itemPrice: got 901, expected 900`. */
export function describeMismatch(found: PactMismatch): string {
  const { type, mismatch = '', path, key, expected, actual } = found;
  if (type === 'StatusMismatch') return describeStatus(found);
  if (type === 'BodyTypeMismatch') return `the body is ${show(actual)}, expected JSON`;
  if (/^Expected body Present\(.* but was empty$/s.test(mismatch)) return 'the body is empty instead of JSON';
  if (mismatch.startsWith('Failed to parse the actual body')) return 'the body is not valid JSON';
  if (mismatch.startsWith('Expected empty body')) return `the body is not empty: ${String(actual)}`;
  const place = path === undefined ? (key ?? 'the answer') : nameField(path);
  if (mismatch === isMissing) return `${place}: ${isMissing}`;
  if (actual === undefined) return `${place}: ${mismatch}`;
  const [had, wanted] = [countItems(actual), countItems(expected)];
  if (had !== undefined && wanted !== undefined) return `${place}: got ${had}, expected ${wanted}`;
  return `${place}: got ${show(actual)}, expected ${describeExpected(found)}`;
}

/** The name of a field for the report: without the root of the body, which Pact calls `$` or `/`. */
export function nameField(path: string): string {
  return path.replace(/^(\$\.?|\/)/, '') || wholeBody;
}

/** The name of the body as a field. */
export const wholeBody = 'the body';

/** Pact gives values as JSON text, and null as an empty text. */
function show(value: unknown): string {
  const text = String(value);
  return text === '' ? 'null' : text;
}

/** The length of a list. If lists differ as a whole they differ in length; a difference inside has its own path. */
function countItems(value: unknown): string | undefined {
  const list = parseJson(String(value));
  if (!Array.isArray(list)) return undefined;
  return list.length === 1 ? '1 element' : `${list.length} elements`;
}

/** The value itself if no other one matches, otherwise its type or an example. */
function describeExpected({ mismatch = '', expected }: PactMismatch): string {
  const example = show(expected);
  if (mismatch.endsWith('to be a number')) return 'a number';
  if (mismatch.includes('to be the same type as')) return nameType(parseJson(example));
  const pattern = /to match '(.*)'$/s.exec(mismatch)?.[1];
  if (pattern === undefined || isExact(pattern)) return example;
  return `something like ${example}`;
}

function nameType(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Whether only one value matches, apart from zeros after the point. */
function isExact(pattern: string): boolean {
  return /^\^[\w\\.-]+\$$/.test(pattern.replace('(\\.0+)?', ''));
}

/** Pact names a class of statuses in a sentence, and otherwise the expected status. */
function describeStatus({ mismatch = '', expected, actual }: PactMismatch): string {
  const classes = { 'Client error': 'any 4xx', Successful: 'any 2xx' };
  const [, wanted = String(expected)] = Object.entries(classes).find(([name]) => mismatch.includes(name)) ?? [];
  return `the status is ${actual} instead of ${wanted}`;
}
