import type { Check } from './check.ts';
import { isRecord } from './guards.ts';
import type { KeywordTest, Reasons, Test } from './keyword-test.ts';

// What the service's document has no use for, and an overlay may add.

/** Bounds of a value, by the keywords of OpenAPI 3.0. */
interface Bounds {
  minimum?: number;
  exclusiveMinimum?: boolean;
  maximum?: number;
  exclusiveMaximum?: boolean;
  multipleOf?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minProperties?: number;
  maxProperties?: number;
}

/** Adds bounds to a check. A value of the wrong type has its own violation, and no further one. */
export function bounded(check: Check, bounds: Bounds, reasons: Reasons): Check {
  const tests = testsOf(bounds).map(([keyword, test]): KeywordTest => ({ keyword, test, reasons }));
  return {
    ...check,
    run(value, path, findings) {
      const before = findings.violations.length;
      const filled = check.run(value, path, findings);
      if (findings.violations.length === before) for (const test of tests) findings.test(filled, path, test);
      return filled;
    },
  };
}

/** Lets a value be null. */
export const nullable = (check: Check): Check => ({
  ...check,
  run: (value, path, findings) => (value === null ? null : check.run(value, path, findings)),
});

type Measure = (value: unknown) => number | undefined;

const amount: Measure = (value) => (typeof value === 'number' ? value : undefined);
/** In characters, not in the units of UTF-16. */
const length: Measure = (value) => (typeof value === 'string' ? Array.from(value).length : undefined);
const items: Measure = (value) => (Array.isArray(value) ? value.length : undefined);
const properties: Measure = (value) => (isRecord(value) ? Object.keys(value).length : undefined);

const atLeast = (measure: Measure, least: number, what: string): Test => ({
  passes: (value) => (measure(value) ?? least) >= least,
  problem: `must have at least ${least} ${what}`,
});

const atMost = (measure: Measure, most: number, what: string): Test => ({
  passes: (value) => (measure(value) ?? most) <= most,
  problem: `must have at most ${most} ${what}`,
});

/** Whether a number is a multiple, as JSON writes both: 0.3 is one of 0.1. */
const isMultiple = (value: number, divisor: number): boolean =>
  Math.abs(value / divisor - Math.round(value / divisor)) < 1e-9;

function testsOf(bounds: Bounds): [keyword: string, Test][] {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf } = bounds;
  const { minLength, maxLength, minItems, maxItems, minProperties, maxProperties } = bounds;
  const tests: [string, Test | undefined][] = [
    ['minimum', minimum === undefined ? undefined : lowerBound(minimum, exclusiveMinimum)],
    ['maximum', maximum === undefined ? undefined : upperBound(maximum, exclusiveMaximum)],
    ['multipleOf', multipleOf === undefined ? undefined : multiple(multipleOf)],
    ['minLength', minLength === undefined ? undefined : atLeast(length, minLength, 'characters')],
    ['maxLength', maxLength === undefined ? undefined : atMost(length, maxLength, 'characters')],
    ['minItems', minItems === undefined ? undefined : atLeast(items, minItems, 'entries')],
    ['maxItems', maxItems === undefined ? undefined : atMost(items, maxItems, 'entries')],
    ['minProperties', minProperties === undefined ? undefined : atLeast(properties, minProperties, 'fields')],
    ['maxProperties', maxProperties === undefined ? undefined : atMost(properties, maxProperties, 'fields')],
  ];
  return tests.flatMap(([keyword, test]) => (test ? [[keyword, test]] : []));
}

const lowerBound = (least: number, isExclusive = false): Test => ({
  passes: (value) => (isExclusive ? (amount(value) ?? least + 1) > least : (amount(value) ?? least) >= least),
  problem: `must be ${isExclusive ? 'above' : 'at least'} ${least}`,
});

const upperBound = (most: number, isExclusive = false): Test => ({
  passes: (value) => (isExclusive ? (amount(value) ?? most - 1) < most : (amount(value) ?? most) <= most),
  problem: `must be ${isExclusive ? 'below' : 'at most'} ${most}`,
});

const multiple = (divisor: number): Test => ({
  passes: (value) => isMultiple(amount(value) ?? 0, divisor),
  problem: `must be a multiple of ${divisor}`,
});
