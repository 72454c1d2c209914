import type { StateValueName } from '../../../src/states/values.ts';
import { PlacedValue, textMatcher, toMatchers } from './placed-value.ts';

/** A matcher for a part of an answer's body. */
export type Matcher = Record<string, unknown>;

/**
 * All of these have to match. Without a type, a regular expression accepts a number with the right digits as text, and the
 * reverse.
 */
const all = (...matchers: Matcher[]) => ({ 'pact:matcher:type': matchers });

const matcher = (type: string, more: object = {}) => ({ 'pact:matcher:type': type, ...more });

/** Non-empty text, such as an id or a ticket. */
export const filledText = (example: string): Matcher => ({
  ...all(matcher('type'), matcher('regex', { regex: '^\\S.*$' })),
  value: example,
});

/** A number whose digits have a form. */
export const numberLike = (regex: string, example: number): Matcher => ({
  ...all(matcher('number'), matcher('regex', { regex })),
  value: example,
});

/** This number in any notation: `1000.00` is 1000. Pact itself would distinguish them. */
export const sameNumber = (value: number): Matcher =>
  numberLike(`^${String(value).replace('.', '\\.')}(\\.0+)?$`, value);

/** A whole number, which may be written with zeros after a point. */
export const wholeNumber = (example: number): Matcher => numberLike('^-?\\d+(\\.0+)?$', example);

/** Exactly the value of the state, which our verification compares. Another verifier compares its form. */
export function stateValue(name: StateValueName): Matcher {
  const value = new PlacedValue(name);
  if (typeof value.example === 'number') return toMatchers(value) as Matcher;
  const { regex: _, ...text } = textMatcher([value]);
  // An answer may have any text, even with spaces.
  return { ...text, ...all(matcher('type'), matcher('regex', { regex: '^\\S.*$' })) };
}
