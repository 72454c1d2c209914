import { isUtcTimestamp } from '../formats/utc-timestamp.ts';
import type { Check } from './check.ts';
import { type KeywordTest, keywordTests, type NamedTests, type Reasons, type Test } from './keyword-test.ts';

/** Creates the check of a value that must pass all tests. It reports only the first violation that counts. */
function createCheck(reasons: Reasons, tests: readonly KeywordTest[]): Check {
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

/** Creates the check of a value that must pass one test. */
const checkBy = (keyword: string, test: Test, reasons: Reasons): Check =>
  createCheck(reasons, [{ test, keyword, reasons }]);

/** The formats that the document names. */
type Format = 'uri' | 'utc-timestamp';

const formats: Readonly<Record<Format, Test>> = {
  uri: { passes: (value) => URL.canParse(String(value)), problem: 'must be an absolute URL' },
  'utc-timestamp': { passes: (value) => isUtcTimestamp(String(value)), problem: 'must be a day and a time that exist' },
};

/** Options of a text. */
interface TextOptions extends Reasons {
  pattern?: RegExp;
  format?: Format;
  namedTests?: NamedTests;
}

/** A text. */
export function text({ pattern, format, namedTests = {}, ...reasons }: TextOptions): Check {
  const isText: Test = { passes: (value) => typeof value === 'string', problem: 'must be text' };
  const tests: KeywordTest[] = [{ test: isText, keyword: 'type', reasons }, ...keywordTests(namedTests, reasons)];
  if (pattern) {
    // The message leaves the pattern out, because the remedy says what to write.
    const test = { passes: (value: unknown) => pattern.test(String(value)), problem: 'is malformed' };
    tests.push({ test, keyword: 'pattern', reasons });
  }
  if (format) tests.push({ test: formats[format], keyword: 'format', reasons });
  return createCheck(reasons, tests);
}

/** A finite number, which JSON can represent. */
export const number = (reasons: Reasons): Check =>
  checkBy('type', { passes: Number.isFinite, problem: 'must be a number' }, reasons);

/** A whole number, or its digits as text, because the two are the same in a path. */
export function wholeNumber(reasons: Reasons): Check {
  const passes = (value: unknown) => Number.isInteger(value) || (typeof value === 'string' && /^\d+$/.test(value));
  return checkBy('type', { passes, problem: 'must be a whole number' }, reasons);
}

/** `true` or `false`. */
export const truthValue = (reasons: Reasons): Check =>
  checkBy('type', { passes: (value) => typeof value === 'boolean', problem: 'must be true or false' }, reasons);

/** One of these values. */
export const oneOf = (values: readonly unknown[], reasons: Reasons): Check =>
  checkBy('enum', { passes: (value) => values.includes(value), problem: `must be ${values.join(' or ')}` }, reasons);

/** The one value that the service accepts. It is filled in if the caller gives none. */
export const fixed = (constant: unknown, reasons: Reasons): Check => ({ ...oneOf([constant], reasons), constant });

/** A field that must not be sent, whatever its value. */
export const forbidden = (reasons: Reasons): Check => ({
  ...checkBy('not', { passes: () => false, problem: 'must be left out' }, reasons),
  isForbidden: true,
});

/** Any value, because its shape is not shown. */
export const anything = (reasons: Reasons = {}): Check => createCheck(reasons, []);
