import type { Operation } from '../document/registered.ts';
import { type ErrorDetails, EscrowError, fail } from '../errors/escrow-error.ts';
import { ruleTexts } from '../generated/service.ts';
import { type Check, createFindings, type Findings, type Property } from '../rules/check.ts';
import { required, runProperty } from '../rules/containers.ts';
import { isPathId, isRecord } from '../rules/guards.ts';
import { basesByLevel, type Checks, isChecks } from '../rules/violation.ts';
import { describeViolations } from './describe-violations.ts';
import { toJsonCopy } from './to-json-copy.ts';

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

/**
 * Checks the input of an operation, and fills in what the service fixes.
 * @throws EscrowError `rule_violation` with all violations.
 */
export function checkRequest(
  operation: Pick<Operation, 'template' | 'path' | 'query' | 'body'>,
  given: RequestInput | undefined,
  checking: { checks: Checks; details: ErrorDetails },
): RequestParts {
  const query = toJsonCopy('query', given?.query, checking.details) ?? {};
  const body = toJsonCopy('body', given?.body, checking.details);
  return withFindings(checking, (findings) => ({
    path: checkPath(operation, given?.path, findings),
    query: checkPart(operation.query, query, 'query', findings) as Record<string, unknown>,
    body: checkPart(operation.body, body, 'body', findings),
  }));
}

/** How an input is checked. */
export interface InputChecking {
  checks: Checks;
  details: ErrorDetails;
  /** Maps a path in the checked value to the path in the shop's input. Default: by `shopFieldNames`. */
  toShopPath?: (path: string) => string;
  /** The shop's names of fields, by the service's names, which the remedies have. */
  shopFieldNames?: Readonly<Record<string, string>>;
}

/**
 * Checks a JSON copy of an input that spans several requests, and fills in what the service fixes.
 * @throws EscrowError `rule_violation` with all violations.
 */
export const checkInput = <Input>(check: Check, given: unknown, checking: InputChecking): Input =>
  withFindings(checking, (findings) => {
    return runProperty(required(check), toJsonCopy('', given, checking.details), '', findings) as Input;
  });

/**
 * Runs a function that adds to findings.
 * @throws EscrowError `rule_violation` with all findings, or `configuration` if `checks` is not known.
 */
export function withFindings<Result>(
  { checks, details, shopFieldNames = {}, toShopPath = (path) => shopFieldNames[path] ?? path }: InputChecking,
  run: (findings: Findings) => Result,
): Result {
  if (!isChecks(checks)) {
    fail('configuration', `was not sent: options.checks must be ${Object.keys(basesByLevel).join(', ')}.`, details);
  }
  const findings = createFindings(checks, ruleTexts);
  const result = run(findings);
  for (const violation of findings.violations) {
    violation.path = toShopPath(violation.path);
    violation.remedy = violation.remedy?.replace(/\w+/g, (word) => shopFieldNames[word] ?? word);
  }
  throwIfAny(findings, details);
  return result;
}

const checkPart = (property: Property | undefined, value: unknown, path: string, findings: Findings): unknown =>
  property ? runProperty(property, value, path, findings) : value;

/** Reads the ids of a path. Each parameter must be an id, whichever rules are checked. */
function checkPath(
  { template, path: checks = {} }: Pick<Operation, 'template' | 'path'>,
  given: unknown,
  findings: Findings,
): RequestParts['path'] {
  const ids: RequestParts['path'] = {};
  for (const placeholder of template.match(/\{[^{}]+\}/g) ?? []) {
    const name = placeholder.slice(1, -1);
    const value = isRecord(given) ? given[name] : undefined;
    if (isPathId(value)) {
      checks[name]?.run(value, `path.${name}`, findings);
      ids[name] = value;
    } else {
      findings.addAlways(`path.${name}`, value === undefined ? 'is missing' : 'must be an id', idRemedy);
    }
  }
  return ids;
}

const idRemedy = 'Give the id, as text or a number: without it the request would reach another endpoint.';

function throwIfAny({ violations }: Findings, details: ErrorDetails): void {
  if (violations.length === 0) return;
  throw Object.assign(new EscrowError('rule_violation', describeViolations(violations), details), { violations });
}
