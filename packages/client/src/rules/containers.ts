import type { Check, Findings, Property } from './check.ts';
import { isRecord } from './guards.ts';
import { type KeywordTest, keywordTests, type NamedTests, type Reasons } from './keyword-test.ts';

/** A property that is required by a rule. */
export const required = (check: Check, rule: string | undefined = check.rule): Property => ({
  check,
  isRequired: true,
  rule,
});

/** A property that is required whichever rules are checked, because the client itself reads it. */
export const alwaysRequired = (check: Check): Property => ({ check, isRequired: true });

/** A property that is optional. */
export const optional = (check: Check): Property => ({ check, isRequired: false });

/** Checks a property. Returns its value with constants filled in, and adds violations to the findings. */
export function runProperty(property: Property, value: unknown, path: string, findings: Findings): unknown {
  const { check, isRequired, rule } = property;
  if (value !== undefined) return check.run(value, path, findings);
  if (check.constant === undefined && isRequired) findings.add(path, 'is missing', { rule, remedy: check.remedy });
  return check.constant;
}

const pathTo = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** The check of a container. It looks into values of the right type only. */
function createCheck<Container>(
  reasons: Reasons,
  isContainer: KeywordTest['test'],
  look: (value: Container, path: string, findings: Findings) => unknown,
): Check {
  const type: KeywordTest = { test: isContainer, keyword: 'type', reasons };
  return {
    ...reasons,
    run: (value, path, findings) =>
      findings.test(value, path, type) ? look(value as Container, path, findings) : value,
  };
}

const anObject: KeywordTest['test'] = { passes: isRecord, problem: 'must be an object' };

/** Runs the checks of what is inside a value and then, unless that has a violation of its own, the tests of the whole. */
export function withWhole<Filled>(
  tests: readonly KeywordTest[],
  path: string,
  findings: Findings,
  fill: () => Filled,
): Filled {
  const before = findings.violations.length;
  const filled = fill();
  if (findings.violations.length === before) for (const test of tests) findings.test(filled, path, test);
  return filled;
}

/** Options of an object. */
interface ObjectOptions extends Reasons {
  properties?: Check['properties'];
  /** Whether properties that are not listed are refused. By default they are sent unchanged. */
  closed?: boolean;
}

/** An object with named properties. */
export function object({ properties, closed = false, ...reasons }: ObjectOptions): Check {
  const listed = Object.entries(properties ?? {});
  const check = createCheck<Record<string, unknown>>(reasons, anObject, (given, path, findings) => {
    const filled = { ...given };
    for (const [name, property] of listed) {
      const own = Object.hasOwn(given, name) ? given[name] : undefined;
      const content = runProperty(property, own, pathTo(path, name), findings);
      if (content !== undefined) filled[name] = content;
    }
    if (closed) refuseOthers(given, Object.keys(properties ?? {}), path, findings);
    return filled;
  });
  return { ...check, properties };
}

/** Any other key may be a value in the wrong place, which no message may show. */
const isFieldName = (key: string): boolean => /^[a-z_]\w{0,39}$/i.test(key);

function refuseOthers(value: object, names: readonly string[], path: string, findings: Findings): void {
  for (const name of Object.keys(value)) {
    if (names.includes(name)) continue;
    const remedy = `Leave it out, or correct its spelling: ${names.join(', ')}.`;
    findings.add(pathTo(path, isFieldName(name) ? name : '(another field)'), 'is not known', { remedy });
  }
}

/** Options of a map. */
interface MapOptions extends Reasons {
  values: Check;
  namedTests?: NamedTests;
}

/** An object whose keys the caller chooses. */
export function map({ values, namedTests = {}, ...reasons }: MapOptions): Check {
  const whole = keywordTests(namedTests, reasons);
  const check = createCheck<object>(reasons, anObject, (given, path, findings) =>
    withWhole(whole, path, findings, () =>
      Object.fromEntries(
        Object.entries(given).map(([key, content]) => [key, values.run(content, pathTo(path, key), findings)]),
      ),
    ),
  );
  return { ...check, items: values };
}

/** Options of a list. */
interface ListOptions extends Reasons {
  items: Check;
  namedTests?: NamedTests;
}

/** A list. */
export function list({ items, namedTests = {}, ...reasons }: ListOptions): Check {
  const aList = { passes: Array.isArray, problem: 'must be a list' };
  const whole = keywordTests(namedTests, reasons);
  const check = createCheck<unknown[]>(reasons, aList, (given, path, findings) =>
    withWhole(whole, path, findings, () => given.map((item, index) => items.run(item, `${path}[${index}]`, findings))),
  );
  return { ...check, items };
}

/** Options of a tagged union. */
interface ChoiceOptions extends Reasons {
  /** The tag: the property whose value names the kind. */
  by: string;
  /** The rule that requires this property. Default: `rule`. */
  requiredBy?: string | undefined;
  kinds: Readonly<Record<string, Check>>;
}

/** A tagged union: one property names the kind of the object, and so its check. */
export function choice({ by, requiredBy, kinds, ...reasons }: ChoiceOptions): Check {
  const { rule, rules = {}, remedy } = reasons;
  const problem = `must be ${Object.keys(kinds).join(' or ')}`;
  const check = createCheck<Record<string, unknown>>(reasons, anObject, (given, path, findings) => {
    const kind = given[by];
    if (typeof kind === 'string' && Object.hasOwn(kinds, kind)) return kinds[kind]?.run(given, path, findings);
    if (kind === undefined) findings.add(pathTo(path, by), 'is missing', { rule: requiredBy ?? rule, remedy });
    else findings.add(pathTo(path, by), problem, { rule: rules['oneOf'] ?? rule, remedy });
    return given;
  });
  return { ...check, kinds };
}
