import { type ErrorDetails, EscrowError, fail } from '../errors/escrow-error.ts';
import type { Operation } from '../generated/operations.ts';
import { ruleTexts } from '../generated/rule-texts.ts';
import { type Check, Findings } from '../rules/check.ts';
import { type Property, required, runProperty } from '../rules/containers.ts';
import { isPathId, isRecord } from '../rules/guards.ts';
import { basesByChecks, type Checks, isChecks } from '../rules/violation.ts';
import { asJson } from './as-json.ts';
import { describeViolations } from './describe-violations.ts';

/** What an operation is given. */
export interface RequestInput {
  path?: unknown;
  query?: unknown;
  body?: unknown;
}

/** What an operation is sent: as JSON carries it, with everything that the service fixes. */
export interface RequestParts {
  path: Record<string, string | number>;
  query: Record<string, unknown>;
  body: unknown;
}

/**
 * Checks what an operation is given, and fills in what the service fixes.
 * @throws EscrowError `rule_violation` with everything that it breaks.
 */
export function checkRequest(
  operation: Pick<Operation, 'path' | 'query' | 'body'>,
  given: RequestInput | undefined,
  { checks, details }: { checks: Checks; details: ErrorDetails },
): RequestParts {
  const query = asJson('query', given?.query, details) ?? {};
  const body = asJson('body', given?.body, details);
  const findings = new Findings(checks, ruleTexts);
  const parts = {
    path: checkPath(operation.path ?? {}, given?.path, findings),
    query: run(operation.query, query, 'query', findings) as Record<string, unknown>,
    body: run(operation.body, body, 'body', findings),
  };
  throwIfAny(findings, details);
  return parts;
}

/** How the input of a flow is checked. */
export interface InputChecking {
  checks: Checks;
  details: ErrorDetails;
  /** The name of a caller's field, by its path in what is checked. Default: the path. */
  fieldOf?: (path: string) => string;
  /** The caller's names of fields, by those that the service's remedies use. */
  names?: Readonly<Record<string, string>>;
}

/**
 * Checks an input that is more than one request, as JSON carries it, and fills in what the service fixes.
 * @throws EscrowError `rule_violation` with everything that it breaks.
 */
export const checkInput = <Input>(check: Check, given: unknown, checking: InputChecking): Input =>
  withFindings(checking, (findings) => {
    return runProperty(required(check), asJson('', given, checking.details), '', findings) as Input;
  });

/**
 * Runs a check that adds to findings.
 * @throws EscrowError `rule_violation` with everything that was found, or `configuration` if `checks` is not known.
 */
export function withFindings<Result>(
  { checks, details, fieldOf = (path) => path, names = {} }: InputChecking,
  run: (findings: Findings) => Result,
): Result {
  if (!isChecks(checks)) {
    fail('configuration', `was not sent: options.checks must be ${Object.keys(basesByChecks).join(', ')}.`, details);
  }
  const findings = new Findings(checks, ruleTexts);
  const result = run(findings);
  for (const violation of findings.violations) {
    violation.path = fieldOf(violation.path);
    violation.remedy = violation.remedy?.replace(/\w+/g, (word) => names[word] ?? word);
  }
  throwIfAny(findings, details);
  return result;
}

const run = (property: Property | undefined, value: unknown, path: string, findings: Findings): unknown =>
  property ? runProperty(property, value, path, findings) : value;

/** The ids of a path. Every parameter has to be one, whichever rules are checked. */
function checkPath(
  parameters: Readonly<Record<string, Check>>,
  given: unknown,
  findings: Findings,
): RequestParts['path'] {
  const ids: RequestParts['path'] = {};
  for (const [name, check] of Object.entries(parameters)) {
    const value = isRecord(given) ? given[name] : undefined;
    if (isPathId(value)) {
      check.run(value, `path.${name}`, findings);
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
