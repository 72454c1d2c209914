import type { Check, Findings } from './check.ts';
import { isRecord } from './guards.ts';
import { type KeywordTest, keywordTests, type NamedTests, type Reasons } from './keyword-test.ts';

/** A property of an object. */
export interface Property {
  check: Check;
  isRequired: boolean;
  /** The rule that says that it must be there. */
  rule?: string | undefined;
}

/** A property that must be there. */
export const required = (check: Check, rule: string | undefined = check.rule): Property => ({
  check,
  isRequired: true,
  rule,
});

/** A property that the client itself reads: it must be there, whichever rules are checked. */
export const needed = (check: Check): Property => ({ check, isRequired: true });

/** A property that may be left out. */
export const optional = (check: Check): Property => ({ check, isRequired: false });

type Properties = Readonly<Record<string, Property>>;

/** The value of a property, filled in. What it breaks is added to the findings. */
export function runProperty(property: Property, value: unknown, path: string, findings: Findings): unknown {
  const { check, isRequired, rule } = property;
  if (value !== undefined) return check.run(value, path, findings);
  if (check.constant === undefined && isRequired) findings.add(path, 'is missing', { rule, remedy: check.remedy });
  return check.constant;
}

const pathTo = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** The test of a type, by whose keyword its rule is found. */
const typeTest = (isKept: (value: unknown) => boolean, problem: string, reasons: Reasons): KeywordTest => ({
  test: { isKept, problem },
  keyword: 'type',
  reasons,
});

/** Runs the tests that look at a whole, unless something in it breaks a rule of its own. */
function testWhole(tests: readonly KeywordTest[], value: unknown, path: string, findings: Findings): void {
  for (const test of tests) findings.test(value, path, test);
}

/** What an object holds. */
interface ObjectOptions extends Reasons {
  properties?: Properties;
  /** Whether a property that is not listed is refused. Default: it is sent as it is. */
  closed?: boolean;
}

/** An object with named properties. */
export function object({ properties = {}, closed = false, ...reasons }: ObjectOptions): Check {
  const listed = Object.entries(properties);
  const isObject = typeTest(isRecord, 'must be an object', reasons);
  return {
    ...reasons,
    run(value, path, findings) {
      if (!findings.test(value, path, isObject)) return value;
      const given = value as Record<string, unknown>;
      const filled = { ...given };
      for (const [name, property] of listed) {
        const own = Object.hasOwn(given, name) ? given[name] : undefined;
        const content = runProperty(property, own, pathTo(path, name), findings);
        if (content !== undefined) filled[name] = content;
      }
      if (closed) refuseOthers(given, properties, path, findings);
      return filled;
    },
  };
}

/** A key that is no name may be a value, which no message shows. */
const isFieldName = (key: string): boolean => /^[a-z_]\w{0,39}$/i.test(key);

function refuseOthers(value: Record<string, unknown>, properties: Properties, path: string, findings: Findings): void {
  for (const name of Object.keys(value)) {
    if (Object.hasOwn(properties, name)) continue;
    const remedy = `Leave it out, or correct its spelling: ${Object.keys(properties).join(', ')}.`;
    findings.add(pathTo(path, isFieldName(name) ? name : '(another field)'), 'is not known', { remedy });
  }
}

/** What a map holds. */
interface MapOptions extends Reasons {
  values: Check;
  checks?: NamedTests;
}

/** An object whose keys are the caller's. */
export function map({ values, checks = {}, ...reasons }: MapOptions): Check {
  const isObject = typeTest(isRecord, 'must be an object', reasons);
  const whole = keywordTests(checks, reasons);
  return {
    ...reasons,
    run(value, path, findings) {
      if (!findings.test(value, path, isObject)) return value;
      const before = findings.violations.length;
      const entries = Object.entries(value as object).map(([key, content]) => [
        key,
        values.run(content, pathTo(path, key), findings),
      ]);
      const filled = Object.fromEntries(entries);
      if (findings.violations.length === before) testWhole(whole, filled, path, findings);
      return filled;
    },
  };
}

/** What a list holds. */
interface ListOptions extends Reasons {
  items: Check;
  checks?: NamedTests;
}

/** A list. */
export function list({ items, checks = {}, ...reasons }: ListOptions): Check {
  const isList = typeTest(Array.isArray, 'must be a list', reasons);
  const whole = keywordTests(checks, reasons);
  return {
    ...reasons,
    run(value, path, findings) {
      if (!findings.test(value, path, isList)) return value;
      const before = findings.violations.length;
      const filled = (value as unknown[]).map((item, index) => items.run(item, `${path}[${index}]`, findings));
      if (findings.violations.length === before) testWhole(whole, filled, path, findings);
      return filled;
    },
  };
}

/** What an object is that is one of several kinds. */
interface ChoiceOptions extends Reasons {
  /** The property whose value names the kind. */
  by: string;
  /** The rule that says that this property must be there. Default: `rule`. */
  requiredBy?: string | undefined;
  kinds: Readonly<Record<string, Check>>;
}

/** An object of the kind that one of its properties names. */
export function choice({ by, requiredBy, kinds, ...reasons }: ChoiceOptions): Check {
  const isObject = typeTest(isRecord, 'must be an object', reasons);
  const { rule, rules = {}, remedy } = reasons;
  const problem = `must be ${Object.keys(kinds).join(' or ')}`;
  return {
    ...reasons,
    run(value, path, findings) {
      if (!findings.test(value, path, isObject)) return value;
      const kind = (value as Record<string, unknown>)[by];
      if (typeof kind === 'string' && Object.hasOwn(kinds, kind)) return kinds[kind]?.run(value, path, findings);
      if (kind === undefined) findings.add(pathTo(path, by), 'is missing', { rule: requiredBy ?? rule, remedy });
      else findings.add(pathTo(path, by), problem, { rule: rules['oneOf'] ?? rule, remedy });
      return value;
    },
  };
}
