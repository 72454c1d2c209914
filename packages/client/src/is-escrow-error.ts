import type { ApiError } from './calls/api-error.ts';
import { type ApiErrorCode, EscrowError, type EscrowErrorCode } from './errors/escrow-error.ts';
import type { FlowStop, StepPending } from './flows/flow-options.ts';
import type { Violation } from './rules/violation.ts';

/** The type of the errors with a code. */
export type ErrorWithCode<Code extends EscrowErrorCode> = [Code] extends [ApiErrorCode]
  ? ApiError
  : [Code] extends ['rule_violation']
    ? EscrowError & {
        /** All violations of the input. */
        readonly violations: readonly Violation[];
      }
    : [Code] extends ['configuration']
      ? EscrowError & {
          /** All violations of the input, if it breaks rules. */
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
 * Whether a caught value is an error of the client and, if you give a code, has that code. The type then has the properties of
 * such errors.
 * @example if (isEscrowError(error, 'rule_violation')) console.error(error.violations);
 */
export function isEscrowError<Code extends EscrowErrorCode = EscrowErrorCode>(
  error: unknown,
  code?: Code,
): error is ErrorWithCode<Code> {
  return error instanceof EscrowError && error.code === (code ?? error.code);
}
