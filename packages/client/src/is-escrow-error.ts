import type { ApiError } from './calls/api-error.ts';
import { type ApiErrorCode, EscrowError, type EscrowErrorCode } from './errors/escrow-error.ts';
import type { FlowStop, StepPending } from './flows/flow-options.ts';
import type { Violation } from './rules/violation.ts';

/** What the errors with a code have besides those of all errors. */
interface DetailsByCode {
  rule_violation: {
    /** All violations of the input. */
    readonly violations: readonly Violation[];
  };
  configuration: {
    /** All violations of the input, if it breaks rules. */
    readonly violations?: readonly Violation[];
  };
  step_pending: StepPending;
  input_changed: FlowStop;
  journal: Partial<FlowStop>;
}

/** The type of the errors with a code. */
export type ErrorWithCode<Code extends EscrowErrorCode> = [Code] extends [ApiErrorCode]
  ? ApiError
  : [Code] extends [keyof DetailsByCode]
    ? EscrowError & DetailsByCode[Code]
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
