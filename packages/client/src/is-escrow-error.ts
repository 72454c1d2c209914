import type { ApiError } from './calls/api-error.ts';
import { type ApiErrorCode, EscrowError, type EscrowErrorCode } from './errors/escrow-error.ts';
import type { FlowStop, StepPending } from './flows/flow-options.ts';
import type { Violation } from './rules/violation.ts';

/** What the errors with a code say besides. */
export type ErrorWithCode<Code extends EscrowErrorCode> = [Code] extends [ApiErrorCode]
  ? ApiError
  : [Code] extends ['rule_violation']
    ? EscrowError & {
        /** Everything that the input breaks. */
        readonly violations: readonly Violation[];
      }
    : [Code] extends ['configuration']
      ? EscrowError & {
          /** Everything that the input breaks, where rules are what it fails. */
          readonly violations?: readonly Violation[];
        }
      : [Code] extends ['step_pending']
        ? EscrowError & StepPending
        : [Code] extends ['input_changed']
          ? EscrowError & FlowStop
          : [Code] extends ['journal']
            ? EscrowError & Partial<FlowStop>
            : EscrowError;

/**
 * Whether a caught value is an error of the client, and of this code where one is given: then its type has what such an
 * error says.
 * @example if (isEscrowError(error, 'rule_violation')) console.error(error.violations);
 */
export function isEscrowError<Code extends EscrowErrorCode = EscrowErrorCode>(
  error: unknown,
  code?: Code,
): error is ErrorWithCode<Code> {
  return error instanceof EscrowError && error.code === (code ?? error.code);
}
