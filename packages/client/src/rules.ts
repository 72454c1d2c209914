import { ownFormats } from './generated/formats.ts';
import { isObject, isRecord } from './json.ts';

// Rules and their violations.

/**
 * How certain it is that the service enforces a rule: its description says so (`stated`), it follows from the description (`implied`),
 * or it is a choice of this kit, because the description is silent (`assumed`).
 */
type Basis = 'stated' | 'implied' | 'assumed';

/** The texts and the bases of rules, by ID. */
export type RuleTexts = Readonly<Record<string, { text: string; basis: Basis } | undefined>>;

/** The levels of checks, each with the bases of the rules that it enforces. */
export const basesByLevel: Readonly<Record<Checks, readonly Basis[]>> = {
  all: ['stated', 'implied', 'assumed'],
  implied: ['stated', 'implied'],
  stated: ['stated'],
  none: [],
};

/**
 * Which rules stop a call before it is sent: rules that the description states (`stated`), also rules that it implies (`implied`), also
 * rules that this kit assumes (`all`), or none (`none`). A violation without a rule, such as a misspelled field of a flow's input, always
 * stops the call.
 */
export type Checks = 'all' | 'implied' | 'stated' | 'none';

/** Whether a value is a level of checks. */
export const isChecks = (value: unknown): value is Checks =>
  typeof value === 'string' && Object.hasOwn(basesByLevel, value);

/** One violation. It names the field, and never contains the value, which may be personal data. */
export interface Violation {
  /** The field, such as `body.milestones[0].deadLine`. */
  path: string;
  /** The problem, such as `must be left out`. */
  problem: string;
  /** The ID of the broken rule, such as `PARTY-3`, or of a constraint of the rule, such as `BANK-1a`. */
  rule?: string | undefined;
  /** The text of that rule. */
  text?: string | undefined;
  /** How certain the rule is: `assumed` or `implied` if there is no rule. */
  basis: Basis;
  /** The remedy, for example what to write instead. */
  remedy?: string | undefined;
  /** The field, the problem and the remedy in short sentences for the person at a form, such as `price is missing. …`. */
  message: string;
}

/** A violation before it is described. */
export type Finding = Omit<Violation, 'message'>;

/** The violations of one input. Without private fields, because the types of two entries of the package must fit each other. */
export class Findings {
  readonly violations: Finding[] = [];
  readonly bases: readonly Basis[];
  readonly ruleTexts: RuleTexts;

  /** @param level Which violations of rules count. Others are dropped. */
  constructor(level: Checks, ruleTexts: RuleTexts) {
    this.bases = basesByLevel[level];
    this.ruleTexts = ruleTexts;
  }

  /** Adds a violation, if it counts. One without a rule always counts, because the kit could not read the input. */
  add(path: string, problem: string, { rule, remedy }: Pick<Violation, 'rule' | 'remedy'>): void {
    const known = rule === undefined ? undefined : this.ruleTexts[rule];
    const basis: Basis = known?.basis ?? 'assumed';
    if (rule !== undefined && !this.bases.includes(basis)) return;
    this.violations.push({ path, problem, rule, text: known?.text, basis, remedy });
  }

  /** Runs checks of what was made from the input. Their violations get the paths of the input. */
  rename<Result>(toInputPath: (path: string) => string, run: () => Result): Result {
    const before = this.violations.length;
    const result = run();
    for (const violation of this.violations.slice(before)) violation.path = toInputPath(violation.path);
    return result;
  }

  /** Adds a violation if a value fails a test. */
  test(value: unknown, path: string, test: Test, { rule, rules = {}, remedy }: CheckOptions): void {
    if (test.passes(value)) return;
    this.add(path, test.problem, { rule: rules[test.keyword] ?? rule, remedy: test.remedy ?? remedy });
  }
}

// Checks. `generated/service.ts` builds one for each schema, so that no constraint of the document is written by hand.

/** One demand on a value. */
interface Test {
  /** The keyword of the document that demands it, such as `pattern`. */
  keyword: string;
  passes(value: unknown): boolean;
  /** What is wrong if it fails, such as `must be text`. */
  problem: string;
  /** What to write instead. Default: the remedy of the check. */
  remedy?: string;
}

/** What any check may have. */
export interface CheckOptions extends Bounds {
  /** The ID of the rule behind the keywords that `rules` does not list. */
  rule?: string | undefined;
  /** The IDs of rules by keyword of the document, such as `pattern`. */
  rules?: Readonly<Record<string, string>> | undefined;
  /** What to write instead of a refused value. */
  remedy?: string | undefined;
  /** Whether null is accepted. */
  isNullable?: boolean;
  /** The tests that the document names in `x-check`, because no keyword of OpenAPI can express them. */
  tests?: readonly Test[];
}

/** Checks a value, and fills in what the service fixes. */
export interface Check extends Pick<CheckOptions, 'rule' | 'remedy'> {
  /** Whether a value must be given. */
  isRequired?: boolean;
  /** The rule that requires it. */
  requiredBy?: string | undefined;
  /** The one value that the service accepts. It is filled in if the caller gives none. */
  constant?: unknown;
  /** That no value may be sent. */
  isForbidden?: true;
  /** The fields of an object, by name. Undefined if they are not shown. */
  properties?: Readonly<Record<string, Check>> | undefined;
  /** The kinds of a tagged union, by tag. */
  kinds?: Readonly<Record<string, Check>>;
  /** The entries of a list, or the values of a map. */
  items?: Check;
  /** Returns a given value with constants filled in, and adds violations to the findings. */
  run(value: unknown, path: string, findings: Findings): unknown;
}

/** Checks a value that may be missing. Returns it with constants filled in, and adds violations to the findings. */
export function runCheck(check: Check, value: unknown, path: string, findings: Findings): unknown {
  const { isRequired, requiredBy, constant, remedy } = check;
  if (value !== undefined) return check.run(value, path, findings);
  if (isRequired && constant === undefined) findings.add(path, 'is missing', { rule: requiredBy, remedy });
  return constant;
}

/** A value that must be given, by a rule. */
export const required = (check: Check, requiredBy: string | undefined = check.rule): Check => ({
  ...check,
  isRequired: true,
  requiredBy,
});

/** A value that must be given whichever rules are checked, because the client itself reads it. */
export const alwaysRequired = (check: Check): Check => ({ ...check, isRequired: true, requiredBy: undefined });

/** A value that may be left out. */
export const optional = (check: Check): Check => ({ ...check, isRequired: false });

/**
 * Creates a check. It reports what is wrong inside a value, or else the first of its own tests that fails and counts.
 * @param type The first test. Only a value that passes it is looked into.
 * @param checkInside Checks what is inside a value. Returns the value with constants filled in.
 */
function createCheck<Value>(
  options: CheckOptions,
  type: Test,
  checkInside?: (value: Value, path: string, findings: Findings) => unknown,
): Check {
  const { rule, remedy, isNullable, tests = [] } = options;
  const ownTests = [type, ...tests, ...boundTests(options)];
  return {
    rule,
    remedy,
    run(value, path, findings) {
      if (value === null && isNullable) return null;
      const before = findings.violations.length;
      const filled = checkInside && type.passes(value) ? checkInside(value as Value, path, findings) : value;
      for (const test of ownTests) {
        if (findings.violations.length > before) break;
        findings.test(filled, path, test, options);
      }
      return filled;
    },
  };
}

// Values.

/** Any value, because its shape is not shown. */
export const anything = (options: CheckOptions = {}): Check =>
  createCheck(options, { keyword: 'type', passes: () => true, problem: '' });

/** A finite number, which JSON can represent. */
export const number = (options: CheckOptions): Check =>
  createCheck(options, { keyword: 'type', passes: Number.isFinite, problem: 'must be a number' });

/** A whole number, or its digits as text, because the two are the same in a path. */
export function wholeNumber(options: CheckOptions): Check {
  const passes = (value: unknown) => Number.isInteger(value) || (typeof value === 'string' && /^\d+$/.test(value));
  return createCheck(options, { keyword: 'type', passes, problem: 'must be a whole number' });
}

/** `true` or `false`. */
export function truthValue(options: CheckOptions): Check {
  const passes = (value: unknown) => typeof value === 'boolean';
  return createCheck(options, { keyword: 'type', passes, problem: 'must be true or false' });
}

/** One of these values. */
export function oneOf(values: readonly unknown[], options: CheckOptions): Check {
  const problem = `must be ${values.join(' or ')}`;
  return createCheck(options, { keyword: 'enum', passes: (value) => values.includes(value), problem });
}

/** The one value that the service accepts. It is filled in if the caller gives none. */
export const fixed = (constant: unknown, options: CheckOptions): Check => ({ ...oneOf([constant], options), constant });

/** A field that must not be sent with any value. */
export const forbidden = (options: CheckOptions): Check => ({
  ...createCheck(options, { keyword: 'not', passes: () => false, problem: 'must be left out' }),
  isForbidden: true,
});

/** What is wrong with a text without the format that the document names. */
const formatProblems: Readonly<Record<keyof typeof ownFormats, string>> = {
  'absolute-url': 'must be an absolute URL',
  'e164-phone': 'has a 0 after the country code',
  'utc-timestamp': 'must be an existing day and time',
};

/** Options of a text. */
interface TextOptions extends CheckOptions {
  pattern?: RegExp;
  /** A deployment can also use `uri`. */
  format?: keyof typeof ownFormats | 'uri';
}

/** A text. A URL is filled in as a browser serializes it, because a document may allow no more than that. */
export function text({ pattern, format: named, ...options }: TextOptions): Check {
  const format = named === 'uri' ? 'absolute-url' : named;
  const tests = [...(options.tests ?? [])];
  // The message leaves the pattern out, because the remedy says what to write.
  if (pattern)
    tests.push({ keyword: 'pattern', passes: (value) => pattern.test(String(value)), problem: 'is malformed' });
  if (format) {
    const passes = (value: unknown) => ownFormats[format](String(value));
    tests.push({ keyword: 'format', passes, problem: formatProblems[format] });
  }
  const isText: Test = { keyword: 'type', passes: (value) => typeof value === 'string', problem: 'must be text' };
  const check = createCheck({ ...options, tests }, isText);
  if (format !== 'absolute-url') return check;
  const run: Check['run'] = (value, path, findings) => {
    check.run(value, path, findings);
    return typeof value === 'string' && URL.canParse(value) ? new URL(value).href : value;
  };
  return { ...check, run };
}

// Containers.

const anObject: Test = { keyword: 'type', passes: isRecord, problem: 'must be an object' };
const aList: Test = { keyword: 'type', passes: Array.isArray, problem: 'must be a list' };

const pathTo = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** Options of an object. */
interface ObjectOptions extends CheckOptions, Pick<Check, 'properties'> {
  /** Whether properties that are not listed are refused. By default they are sent unchanged. */
  closed?: boolean;
}

/** An object with named properties. */
export function object({ properties, closed = false, ...options }: ObjectOptions): Check {
  const listed = Object.entries(properties ?? {});
  const check = createCheck<Record<string, unknown>>(options, anObject, (given, path, findings) => {
    const filled = { ...given };
    for (const [name, check] of listed) {
      const own = Object.hasOwn(given, name) ? given[name] : undefined;
      const content = runCheck(check, own, pathTo(path, name), findings);
      if (content !== undefined) filled[name] = content;
    }
    if (closed) refuseOthers(given, fieldNames({ properties }), path, findings);
    return filled;
  });
  return { ...check, properties };
}

/** Any other key may be a value in the wrong place, which no message may show. */
const isFieldName = (key: string): boolean => /^[a-z_]\w{0,39}$/i.test(key);

function refuseOthers(value: object, names: readonly string[], path: string, findings: Findings): void {
  for (const name of Object.keys(value)) {
    if (names.includes(name)) continue;
    const remedy = `Leave it out, or use one of ${names.join(', ')}.`;
    findings.add(pathTo(path, isFieldName(name) ? name : '(another field)'), 'is unknown', { remedy });
  }
}

/** An object whose keys the caller chooses. */
export function map({ values, ...options }: CheckOptions & { values: Check }): Check {
  const check = createCheck<object>(options, anObject, (given, path, findings) => {
    const entries = Object.entries(given);
    return Object.fromEntries(entries.map(([key, value]) => [key, values.run(value, pathTo(path, key), findings)]));
  });
  return { ...check, items: values };
}

/** A list. */
export function list({ items, ...options }: CheckOptions & { items: Check }): Check {
  const check = createCheck<unknown[]>(options, aList, (given, path, findings) =>
    given.map((item, index) => items.run(item, `${path}[${index}]`, findings)),
  );
  return { ...check, items };
}

/** Options of a tagged union. */
interface ChoiceOptions extends CheckOptions {
  /** The tag: the property whose value names the kind. */
  by: string;
  /** The rule that requires this property. Default: `rule`. */
  requiredBy?: string | undefined;
  kinds: Readonly<Record<string, Check>>;
}

/** A tagged union: one property names the kind of the object, and so its check. */
export function choice({ by, requiredBy, kinds, ...options }: ChoiceOptions): Check {
  const { rule, rules = {}, remedy } = options;
  const problem = `must be ${Object.keys(kinds).join(' or ')}`;
  const check = createCheck<Record<string, unknown>>(options, anObject, (given, path, findings) => {
    const kind = given[by];
    if (typeof kind === 'string' && Object.hasOwn(kinds, kind)) return kinds[kind]?.run(given, path, findings);
    if (kind === undefined) findings.add(pathTo(path, by), 'is missing', { rule: requiredBy ?? rule, remedy });
    else findings.add(pathTo(path, by), problem, { rule: rules['oneOf'] ?? rule, remedy });
    return given;
  });
  return { ...check, kinds };
}

// Bounds, which the kit's own document has no use for, and that of a deployment may have.

/** Keywords of OpenAPI 3.0 that have a number as their limit. */
type BoundKeyword = 'minimum' | 'maximum' | 'multipleOf' | `${'min' | 'max'}${'Length' | 'Items' | 'Properties'}`;

/** Bounds of a value, by the keywords of OpenAPI 3.0. */
interface Bounds extends Partial<Record<BoundKeyword, number>> {
  exclusiveMinimum?: boolean;
  exclusiveMaximum?: boolean;
}

/** Measures a value; undefined for one of another type, which has no bound. */
type Measure = (value: unknown) => number | undefined;

const amount: Measure = (value) => (typeof value === 'number' ? value : undefined);
/** In characters, not in the units of UTF-16. */
const length: Measure = (value) => (typeof value === 'string' ? Array.from(value).length : undefined);
const entries: Measure = (value) => (Array.isArray(value) ? value.length : undefined);
const fields: Measure = (value) => (isRecord(value) ? Object.keys(value).length : undefined);

type Comparison = (size: number, bound: number) => boolean;

const isAtLeast: Comparison = (size, bound) => size >= bound;
const isAbove: Comparison = (size, bound) => size > bound;
const isAtMost: Comparison = (size, bound) => size <= bound;
const isBelow: Comparison = (size, bound) => size < bound;
/** As JSON writes both numbers: 0.3 is a multiple of 0.1. */
const isMultiple: Comparison = (size, bound) => Math.abs(size / bound - Math.round(size / bound)) < 1e-9;

/** What is measured, how it compares with the bound, and the words before and after the bound. */
type Limit = [measure: Measure, isWithin: Comparison, demand: string, unit?: string];

const limitsOf = ({ exclusiveMinimum, exclusiveMaximum }: Bounds): Record<BoundKeyword, Limit> => ({
  minimum: exclusiveMinimum ? [amount, isAbove, 'be above'] : [amount, isAtLeast, 'be at least'],
  maximum: exclusiveMaximum ? [amount, isBelow, 'be below'] : [amount, isAtMost, 'be at most'],
  multipleOf: [amount, isMultiple, 'be a multiple of'],
  minLength: [length, isAtLeast, 'have at least', ' characters'],
  maxLength: [length, isAtMost, 'have at most', ' characters'],
  minItems: [entries, isAtLeast, 'have at least', ' entries'],
  maxItems: [entries, isAtMost, 'have at most', ' entries'],
  minProperties: [fields, isAtLeast, 'have at least', ' fields'],
  maxProperties: [fields, isAtMost, 'have at most', ' fields'],
});

function boundTests(bounds: Bounds): Test[] {
  return Object.entries(limitsOf(bounds)).flatMap(([keyword, [measure, isWithin, demand, unit = '']]) => {
    const bound = bounds[keyword as BoundKeyword];
    if (bound === undefined) return [];
    const passes = (value: unknown): boolean => {
      const size = measure(value);
      return size === undefined || isWithin(size, bound);
    };
    return [{ keyword, passes, problem: `must ${demand} ${bound}${unit}` }];
  });
}

// The tests that the document names in `x-check`.

/** A list or map that is not empty. For an empty one the service would do nothing, and answer with a success. */
export const notEmpty: Test = {
  keyword: 'x-check.notEmpty',
  passes: (value) => !isObject(value) || Object.keys(value).length > 0,
  problem: 'must not be empty',
  remedy: 'Add at least one entry.',
};

/** A phone number that is not in local form. The pattern of E.164 alone could not name this fault. */
export const internationalPhone: Test = {
  keyword: 'x-check.internationalPhone',
  passes: (value) => !/^[\d\s()-]+$/.test(String(value)),
  problem: 'is a phone number without a plus sign and country code',
};

/** The roles of parties as the service spells them. */
export type PartyRoles = Readonly<Record<'CUSTOMER' | 'PROVIDER' | 'BROKER', string>>;

/**
 * The CUSTOMERs of a milestone pay exactly what its other parties get, without rounding errors: 0.3 is 0.1 and 0.2 (PARTY-4). A list
 * that contains anything but parties with amounts has no totals, and passes.
 */
export const partiesBalance = (roles: PartyRoles): Test => ({
  keyword: 'x-check.partiesBalance',
  passes(parties) {
    if (!Array.isArray(parties)) return true;
    const known: readonly unknown[] = Object.values(roles);
    let balance = 0n;
    for (const party of parties) {
      if (!isRecord(party)) return true;
      const { role, amount } = party;
      if (typeof amount !== 'number' || !Number.isFinite(amount) || !known.includes(role)) return true;
      balance += toExact(role === roles.CUSTOMER ? amount : -amount);
    }
    return balance === 0n;
  },
  problem: 'must balance: the CUSTOMER amounts must equal the BROKER and PROVIDER amounts',
  remedy: 'Correct the amounts. They include no fee.',
});

/** No number has decimal places beyond these, as JSON writes it. */
const mostDecimals = 324;

/** A number exactly as JSON writes it, in units of its last possible decimal place. */
function toExact(value: number): bigint {
  const [mantissa = '', exponent] = value.toExponential().split('e');
  const [whole, fraction = ''] = mantissa.split('.');
  return BigInt(`${whole}${fraction}`) * 10n ** BigInt(Number(exponent) - fraction.length + mostDecimals);
}

// What a client knows of a deployment besides its types.

/** A type of a field, as the document names it. */
export type AnswerType = 'string' | 'integer' | 'number' | 'boolean' | 'array';

/**
 * What the document says about an operation and TypeScript types cannot express: one row of the generated `operationTable`. Its checks
 * are functions, so that a call checks its input by one look-up, without the document.
 */
export interface OperationFacts<Host extends string, Token extends string> {
  /** The method of its requests. */
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The host that serves it. */
  host: Host;
  /** The path with its parameters in braces. */
  template: string;
  /** The kinds of token that authenticate; any one will do. If empty, no token is sent. */
  tokens: readonly Token[];
  /** That it may be sent again: a read, or a write that may be repeated. Other writes only if they certainly did not arrive. */
  isRepeatable?: true;
  /** The encoding of the body, if it is not JSON. */
  encoding?: 'application/x-www-form-urlencoded';
  /** The checks of path parameters. Each parameter must be an ID, and one without a check may be any. */
  path?: Readonly<Record<string, Check>>;
  /** The check of the query. */
  query?: Check;
  /** The check of the body. */
  body?: Check;
  /**
   * The types of the fields of a success, by paths such as `data.id` and `data.milestones[].id`. Left out if the answer is not shown: then any JSON, or nothing,
   * is accepted.
   */
  answer?: Readonly<Record<string, AnswerType>>;
  /** The 5xx statuses to which the document gives a meaning. They are answers, not reasons to retry. */
  meaningfulFailures?: readonly number[];
}

/** The types of a document, as far as those of a deployment depend on them. */
export interface DocumentTypes {
  operations: object;
  hosts: object;
  tokenKind: string;
  secretField: string;
}

/** The facts about a deployment of the service that types cannot express, by the types of its document. */
export interface DeploymentOf<Document extends DocumentTypes> {
  /** The facts about each operation, by operation ID. */
  readonly operationTable: Readonly<
    Record<keyof Document['operations'], OperationFacts<keyof Document['hosts'] & string, Document['tokenKind']>>
  >;
  /** The hosts that serve the operations. */
  readonly hostNames: readonly (keyof Document['hosts'])[];
  /** The kinds of token that operations take (AUTH-2, AUTH-3, AUTH-8, AUTH-9, AUTH-11). */
  readonly tokenKinds: readonly Document['tokenKind'][];
  /** The fields that hold a token or a password. */
  readonly secretFields: readonly Document['secretField'][];
  /** The roles of parties as the deployment spells them. */
  readonly partyRoles: PartyRoles;
  /** The unit of amounts: `major` units with decimals, or whole `minor` units. */
  readonly amountUnit: 'major' | 'minor';
  /** The status of a new milestone as the deployment spells it (STATE-1). */
  readonly initialStatus: string;
  /** The check of the phone of a participant: a registered phone with its own rule (USER-1c). */
  readonly registeredPhone: Check;
}

/** The check of an operation's body. */
export const bodyCheckOf = ({ body }: Pick<OperationFacts<string, string>, 'body'>): Check => body ?? anything();

// What the client adds to a request follows the document: no field that it lacks, and no value of ours for one that may be left out.

/** The names of the fields that a document has, without those that it forbids. */
export const fieldNames = (check: Pick<Check, 'properties'> | undefined): string[] =>
  Object.entries(check?.properties ?? {}).flatMap(([name, { isForbidden }]) => (isForbidden ? [] : [name]));

/**
 * The values whose fields a document has.
 * @param made Values that the client makes. Of an object that is not shown, all are returned.
 * @param given Values that a caller gave by names that the document may have.
 */
export function fieldsOf<Made extends object>(check: Check | undefined, made: Made, given: object = {}): Made {
  const names = check?.properties ? fieldNames(check) : Object.keys(made);
  const entries = Object.entries({ ...given, ...made }).filter(
    ([name, value]) => value !== undefined && names.includes(name),
  );
  // A field that is left out is one that the types of this document lack.
  return Object.fromEntries(entries) as Made;
}
