import type { Check } from './check.ts';
import { withWhole } from './containers.ts';
import { isRecord } from './guards.ts';
import type { KeywordTest, Reasons, Test } from './keyword-test.ts';

// What the kit's own document has no use for, and that of a deployment may have.

/** Keywords of OpenAPI 3.0 that have a number as their limit. */
type LimitKeyword = 'minimum' | 'maximum' | 'multipleOf' | `${'min' | 'max'}${'Length' | 'Items' | 'Properties'}`;

/** Bounds of a value, by the keywords of OpenAPI 3.0. */
interface Bounds extends Partial<Record<LimitKeyword, number>> {
  exclusiveMinimum?: boolean;
  exclusiveMaximum?: boolean;
}

/** Adds bounds to a check. A value of the wrong type has its own violation, and no further one. */
export function bounded(check: Check, bounds: Bounds, reasons: Reasons): Check {
  const tests = Object.entries(limitsOf(bounds)).flatMap(([keyword, limit]): KeywordTest[] => {
    const bound = bounds[keyword as LimitKeyword];
    return bound === undefined ? [] : [{ keyword, test: testOf(limit, bound), reasons }];
  });
  return {
    ...check,
    run: (value, path, findings) => withWhole(tests, path, findings, () => check.run(value, path, findings)),
  };
}

/** Lets a value be null. */
export const nullable = (check: Check): Check => ({
  ...check,
  run: (value, path, findings) => (value === null ? null : check.run(value, path, findings)),
});

/** Measures a value; undefined for one of another type. */
type Measure = (value: unknown) => number | undefined;

const amount: Measure = (value) => (typeof value === 'number' ? value : undefined);
/** In characters, not in the units of UTF-16. */
const length: Measure = (value) => (typeof value === 'string' ? Array.from(value).length : undefined);
const items: Measure = (value) => (Array.isArray(value) ? value.length : undefined);
const properties: Measure = (value) => (isRecord(value) ? Object.keys(value).length : undefined);

type Comparison = (size: number, bound: number) => boolean;

const isAtLeast: Comparison = (size, bound) => size >= bound;
const isAbove: Comparison = (size, bound) => size > bound;
const isAtMost: Comparison = (size, bound) => size <= bound;
const isBelow: Comparison = (size, bound) => size < bound;
/** As JSON writes both numbers: 0.3 is a multiple of 0.1. */
const isMultiple: Comparison = (size, bound) => Math.abs(size / bound - Math.round(size / bound)) < 1e-9;

/** What is measured, how it compares with the bound, and the words before and after the bound. */
type Limit = [measure: Measure, isWithin: Comparison, demand: string, unit?: string];

const limitsOf = ({ exclusiveMinimum, exclusiveMaximum }: Bounds): Record<LimitKeyword, Limit> => ({
  minimum: exclusiveMinimum ? [amount, isAbove, 'be above'] : [amount, isAtLeast, 'be at least'],
  maximum: exclusiveMaximum ? [amount, isBelow, 'be below'] : [amount, isAtMost, 'be at most'],
  multipleOf: [amount, isMultiple, 'be a multiple of'],
  minLength: [length, isAtLeast, 'have at least', ' characters'],
  maxLength: [length, isAtMost, 'have at most', ' characters'],
  minItems: [items, isAtLeast, 'have at least', ' entries'],
  maxItems: [items, isAtMost, 'have at most', ' entries'],
  minProperties: [properties, isAtLeast, 'have at least', ' fields'],
  maxProperties: [properties, isAtMost, 'have at most', ' fields'],
});

const testOf = ([measure, isWithin, demand, unit = '']: Limit, bound: number): Test => ({
  passes(value) {
    const size = measure(value);
    return size === undefined || isWithin(size, bound);
  },
  problem: `must ${demand} ${bound}${unit}`,
});
