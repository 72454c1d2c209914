import type { Check } from './check.ts';
import { isUtcTimestamp } from './is-utc-timestamp.ts';
import { type KeywordTest, keywordTests, type NamedTests, type Reasons, type Test } from './keyword-test.ts';

/** A value that keeps every one of these tests. The first broken one that counts is reported. */
function testing(reasons: Reasons, tests: readonly KeywordTest[]): Check {
  return {
    ...reasons,
    run(value, path, findings) {
      const before = findings.violations.length;
      for (const test of tests) {
        findings.test(value, path, test);
        if (findings.violations.length > before) break;
      }
      return value;
    },
  };
}

/** The formats that the document names. */
type Format = 'uri' | 'utc-timestamp';

const formats: Readonly<Record<Format, Test>> = {
  uri: { isKept: (value) => URL.canParse(String(value)), problem: 'must be an absolute URL' },
  'utc-timestamp': { isKept: (value) => isUtcTimestamp(String(value)), problem: 'must be a day and a time that exist' },
};

/** What a text has to be, besides text. */
interface TextOptions extends Reasons {
  pattern?: RegExp;
  format?: Format;
  checks?: NamedTests;
}

/** A text. */
export function text({ pattern, format, checks = {}, ...reasons }: TextOptions): Check {
  const isText: Test = { isKept: (value) => typeof value === 'string', problem: 'must be text' };
  const tests: KeywordTest[] = [{ test: isText, keyword: 'type', reasons }, ...keywordTests(checks, reasons)];
  if (pattern) {
    // A pattern is nothing to read at night: the remedy says what to write.
    const test = { isKept: (value: unknown) => pattern.test(String(value)), problem: 'is malformed' };
    tests.push({ test, keyword: 'pattern', reasons });
  }
  if (format) tests.push({ test: formats[format], keyword: 'format', reasons });
  return testing(reasons, tests);
}

/** A number that JSON can carry. */
export const number = (reasons: Reasons): Check =>
  testing(reasons, [{ test: { isKept: Number.isFinite, problem: 'must be a number' }, keyword: 'type', reasons }]);

/** A whole number, or its digits as text: in a path the two are the same. */
export function wholeNumber(reasons: Reasons): Check {
  const isKept = (value: unknown) => Number.isInteger(value) || (typeof value === 'string' && /^\d+$/.test(value));
  return testing(reasons, [{ test: { isKept, problem: 'must be a whole number' }, keyword: 'type', reasons }]);
}

/** `true` or `false`. */
export function truthValue(reasons: Reasons): Check {
  const isKept = (value: unknown) => typeof value === 'boolean';
  return testing(reasons, [{ test: { isKept, problem: 'must be true or false' }, keyword: 'type', reasons }]);
}

/** One of these values. */
export function oneOf(values: readonly unknown[], reasons: Reasons): Check {
  const test = { isKept: (value: unknown) => values.includes(value), problem: `must be ${values.join(' or ')}` };
  return testing(reasons, [{ test, keyword: 'enum', reasons }]);
}

/** The one value that the service accepts, which is filled in where none is given. */
export const fixed = (constant: unknown, reasons: Reasons): Check => ({ ...oneOf([constant], reasons), constant });

/** A field that must not be sent, whatever its value. */
export const forbidden = (reasons: Reasons): Check =>
  testing(reasons, [{ test: { isKept: () => false, problem: 'must be left out' }, keyword: 'not', reasons }]);

/** Any value: its shape is not shown. */
export const anything = (reasons: Reasons = {}): Check => testing(reasons, []);
