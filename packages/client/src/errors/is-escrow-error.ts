import type { StepInDoubtError } from '../flows/step-in-doubt-error.ts';
import type { ApiError } from './api-error.ts';
import { type ApiErrorCode, EscrowError, type EscrowErrorCode } from './escrow-error.ts';
import type { RuleViolationError } from './rule-violation-error.ts';

/** The class of the errors with a code. */
export type ErrorWithCode<Code extends EscrowErrorCode> = [Code] extends [ApiErrorCode]
  ? ApiError
  : [Code] extends ['rule_violation']
    ? RuleViolationError
    : [Code] extends ['step_in_doubt']
      ? StepInDoubtError
      : EscrowError;

/**
 * Whether a caught value is an error of the client, and of this code where one is given: then it has that error's class.
 * @example if (isEscrowError(error, 'rule_violation')) console.error(error.violations);
 */
export function isEscrowError<Code extends EscrowErrorCode = EscrowErrorCode>(
  error: unknown,
  code?: Code,
): error is ErrorWithCode<Code> {
  return error instanceof EscrowError && (code === undefined || error.code === code);
}
