import type { StateValueName } from '../../../src/states/values.ts';
import { PlacedValue, textMatcher, toMatchers } from './placed-value.ts';

/** Every one of these has to fit. A regular expression alone takes a number whose digits fit for text, and the reverse. */
const all = (...matchers: Record<string, unknown>[]) => ({ 'pact:matcher:type': matchers });

const matcher = (type: string, more: object = {}) => ({ 'pact:matcher:type': type, ...more });

/** Text that says something, such as an id or a ticket. */
export const filledText = (example: string) => ({
  ...all(matcher('type'), matcher('regex', { regex: '^\\S.*$' })),
  value: example,
});

/** A number whose digits have a form. */
export const numberLike = (regex: string, example: number) => ({
  ...all(matcher('number'), matcher('regex', { regex })),
  value: example,
});

/** This number, however it is written: `1000.00` is 1000. Pact itself tells whole numbers from others. */
export const sameNumber = (value: number) => numberLike(`^${String(value).replace('.', '\\.')}(\\.0+)?$`, value);

/** A whole number, which may be written with zeros after a point. */
export const wholeNumber = (example: number) => numberLike('^-?\\d+(\\.0+)?$', example);

/** The very value of the state, which our verification compares beside Pact. Another verifier compares its form. */
export function stateValue(name: StateValueName): object {
  const value = new PlacedValue(name);
  if (typeof value.example === 'number') return toMatchers(value) as object;
  const { regex: _, ...text } = textMatcher([value]);
  // An answer may have any text, with spaces as well.
  return { ...text, ...all(matcher('type'), matcher('regex', { regex: '^\\S.*$' })) };
}
