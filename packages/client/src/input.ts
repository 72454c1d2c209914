import type { Operation } from './document/registered.ts';
import { type ErrorDetails, EscrowError, fail } from './errors.ts';
import { ruleTexts } from './generated/service.ts';
import { deepestJson, isObject, isPathId, isRecord, isText, isTooDeep } from './json.ts';
import {
  basesByLevel,
  type Check,
  type Checks,
  type Finding,
  Findings,
  isChecks,
  required,
  runCheck,
  type Violation,
} from './rules.ts';

// The caller's input is copied, checked by rules and filled in, before anything is sent.

/** The caller's input for an operation. */
export interface RequestInput {
  path?: unknown;
  query?: unknown;
  header?: object | undefined;
  body?: unknown;
}

/** The parts of the request: a JSON copy of the input, with everything that the service fixes filled in. */
export interface RequestParts {
  path: Record<string, string | number>;
  query: Record<string, unknown>;
  body: unknown;
}

/** How an input is checked. */
export interface InputChecking {
  checks: Checks;
  /** The details of the error. */
  details: ErrorDetails;
  /** The shop's names of fields, by the service's names, which the remedies have. */
  shopFieldNames?: Readonly<Record<string, string>>;
}

/**
 * Checks the input of an operation, and fills in what the service fixes.
 * @throws EscrowError `rule_violation` with all violations.
 */
export function checkRequest(
  operation: Pick<Operation, 'template' | 'path' | 'query' | 'body'>,
  given: RequestInput | undefined,
  checking: InputChecking,
): RequestParts {
  const query = toJsonCopy('query', given?.query, checking.details) ?? {};
  const body = toJsonCopy('body', given?.body, checking.details);
  return withFindings(checking, (findings) => ({
    path: readPath(operation, given?.path, findings),
    query: (operation.query ? runCheck(operation.query, query, 'query', findings) : query) as Record<string, unknown>,
    body: operation.body ? runCheck(operation.body, body, 'body', findings) : body,
  }));
}

const idRemedy = 'Give the ID as text or a number: without it, the request would reach another endpoint.';

/** Reads the IDs of a path. Each parameter must be an ID, whichever rules are checked. */
function readPath(
  { template, path: checks = {} }: Pick<Operation, 'template' | 'path'>,
  given: unknown,
  findings: Findings,
): RequestParts['path'] {
  const ids: RequestParts['path'] = {};
  for (const placeholder of template.match(/\{[^{}]+\}/g) ?? []) {
    const name = placeholder.slice(1, -1);
    const path = `path.${name}`;
    const value = isRecord(given) ? given[name] : undefined;
    if (isPathId(value)) {
      checks[name]?.run(value, path, findings);
      ids[name] = value;
    } else {
      const problem = value === undefined ? 'is missing' : 'must be an ID';
      findings.violations.push({ path, problem, basis: 'implied', remedy: idRemedy });
    }
  }
  return ids;
}

/**
 * Checks a JSON copy of an input that spans several requests, and fills in what the service fixes.
 * @throws EscrowError `rule_violation` with all violations.
 */
export function checkInput<Input>(check: Check, given: unknown, checking: InputChecking): Input {
  const copy = toJsonCopy('', given, checking.details);
  return withFindings(checking, (findings) => runCheck(required(check), copy, '', findings) as Input);
}

/**
 * Runs a function that adds to findings. Of several about one field, the first counts.
 * @throws EscrowError `rule_violation` with all findings, or `configuration` if `checks` is not known.
 */
export function withFindings<Result>(
  { checks, details, shopFieldNames = {} }: InputChecking,
  run: (findings: Findings) => Result,
): Result {
  if (!isChecks(checks)) {
    fail('configuration', `was not sent: options.checks must be ${Object.keys(basesByLevel).join(', ')}.`, details);
  }
  const findings = new Findings(checks, ruleTexts);
  const result = run(findings);
  if (findings.violations.length === 0) return result;
  const toShopName = (word: string): string => shopFieldNames[word] ?? word;
  const firstByPath = new Map<string, Finding>();
  for (const each of findings.violations) if (!firstByPath.has(each.path)) firstByPath.set(each.path, each);
  const violations = [...firstByPath.values()].map((violation): Violation => {
    const remedy = violation.remedy?.replace(/\w+/g, toShopName);
    return { ...violation, remedy, message: shortMessage({ ...violation, remedy }) };
  });
  throw Object.assign(new EscrowError('rule_violation', describeViolations(violations), details), { violations });
}

/** The message lists at most this many; the error's `violations` has all of them. */
const mostInMessage = 10;

/** Added if a check may be wrong, because the service's description does not state its rule. */
const howToSkip = " To skip rules that the service does not state, set checks: 'stated' on the call or the client.";

/** The message of an error with these violations, in one line. */
function describeViolations(violations: readonly Violation[]): string {
  const sentences = violations.slice(0, mostInMessage).map(describeViolation);
  const numbered = sentences.map((each, index) => `${index + 1}) ${each}`).join(' ');
  const unlisted = violations.length - sentences.length;
  const others = unlisted > 0 ? ` And ${unlisted} more in error.violations.` : '';
  const faults = violations.length === 1 ? `: ${sentences[0]}` : `, ${violations.length} faults: ${numbered}${others}`;
  const isUnstated = violations.some(({ rule, basis }) => rule !== undefined && basis !== 'stated');
  return `was not sent${faults}${isUnstated ? howToSkip : ''}`;
}

/** The message for a form. The rule and the way to skip its check are for the log. */
function shortMessage({ path, problem, remedy }: Finding): string {
  const field = path.slice(path.lastIndexOf('.') + 1) || 'the input';
  return [`${field} ${problem}.`, ...(remedy ? [remedy] : [])].join(' ');
}

/** Describes a violation in a sentence or two: what is wrong, the rule with its words and its basis, and the remedy. */
function describeViolation({ path, problem, rule, text, basis, remedy }: Violation): string {
  const sentences = [`${path || 'the input'} ${problem}.`];
  if (rule !== undefined) sentences.push(`${rule} (${basis}): ${text}`);
  if (remedy !== undefined) sentences.push(remedy);
  return sentences.join(' ');
}

/**
 * Makes a JSON copy of an input, so that exactly what was checked is sent, even if the caller changes the input meanwhile.
 * @param name The name of the input in errors; empty for the whole input.
 * @throws EscrowError `configuration` if JSON cannot represent the input, or would leave out a part of it.
 */
export function toJsonCopy(name: string, input: unknown, details: ErrorDetails): unknown {
  if (input === undefined) return undefined;
  // JSON leaves out inherited keys: it would send nothing of `{ __proto__: parties }`, which sets the prototype.
  const inheriting: string[] = [];
  const noteInheritedKeys = (key: string, value: unknown): unknown => {
    if (hasInheritedKeys(value)) inheriting.push(key || name || 'the input');
    return value;
  };
  let copy: unknown;
  try {
    const text = JSON.stringify(input, noteInheritedKeys);
    copy = text === undefined ? undefined : JSON.parse(text);
  } catch (cause) {
    const problem = 'was not sent: JSON cannot represent the input. See the cause.';
    throw new EscrowError('configuration', problem, { ...details, cause });
  }
  if (isTooDeep(copy)) {
    const problem = `${name || 'the input'} is nested deeper than ${deepestJson} levels.`;
    fail('configuration', `was not sent: ${problem}`, details);
  }
  if (inheriting.length > 0) {
    const problem = `${inheriting[0]} inherits keys from its prototype, which JSON leaves out. Make them its own.`;
    fail('configuration', `was not sent: ${problem}`, details);
  }
  return copy;
}

function hasInheritedKeys(value: unknown): boolean {
  if (!isObject(value)) return false;
  for (const key in value) if (!Object.hasOwn(value, key)) return true;
  return false;
}

/** Collects what is wrong with options. No message contains a given value, which may be a secret. */
export class OptionFaults {
  readonly #messages: string[] = [];

  /** Adds a fault unless the option is accepted. `demand` says what it must be. */
  expect(name: string, isAccepted: boolean, demand: string): void {
    if (!isAccepted) this.#messages.push(`options.${name} must be ${demand}`);
  }

  /**
   * Returns a group of options as an object, which is empty if the group is missing. Options that are not listed are faults.
   * @param internal Also accepted, but not mentioned in messages.
   */
  group(
    name: string,
    given: unknown,
    listed: readonly string[],
    internal: readonly string[] = [],
  ): Record<string, unknown> {
    if (given === undefined) return {};
    const prefix = name === '' ? 'options' : `options.${name}`;
    if (!isRecord(given)) {
      this.#messages.push(`${prefix} must be an object`);
      return {};
    }
    for (const key of Object.keys(given)) {
      if (given[key] === undefined || [...listed, ...internal].includes(key)) continue;
      this.#messages.push(`${prefix}.${key} is unknown (leave it out, or use one of ${listed.join(', ')})`);
    }
    return given;
  }

  /**
   * Throws if there is a fault.
   * @param what The consequence, such as `was not sent`.
   * @throws EscrowError `configuration` that lists all faults.
   */
  throwIfAny(what: string, details?: ErrorDetails): void {
    if (this.#messages.length > 0) fail('configuration', `${what}: ${this.#messages.join('; ')}.`, details);
  }
}

/** The demand on an address, for messages. */
export const addressDemand = 'an http or https address without user name, query or fragment';

/** Whether a value is the address of a host. */
export const isAddress = (value: unknown): value is string =>
  isText(value) && URL.canParse(value) && /^https?:\/\/[^\s?#@\\]+$/i.test(value);

/** Adds a fault for each entry that is not an address, or one if the value is not a list. */
export function expectAddresses(faults: OptionFaults, checkoutHosts: unknown): void {
  if (checkoutHosts === undefined) return;
  const isList = Array.isArray(checkoutHosts) && checkoutHosts.length > 0;
  faults.expect('checkoutHosts', isList, 'a list of at least one address');
  if (!isList) return;
  for (const [index, address] of checkoutHosts.entries()) {
    faults.expect(`checkoutHosts[${index}]`, isAddress(address), addressDemand);
  }
}
