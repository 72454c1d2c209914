import { ApiError } from './calls/answers.ts';
import type { OperationId } from './document/operation-types.ts';
import { type ApiErrorCode, EscrowError, type EscrowErrorCode } from './errors.ts';
import type { FlowStop, StepPending } from './flows/options.ts';
import type { Violation } from './rules.ts';

// For a caller that has caught an error: guards, and the answer to its own buyer.

/** The additional data of errors with these codes. */
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
type ErrorWithCode<Code extends EscrowErrorCode> = [Code] extends [ApiErrorCode]
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

/**
 * Whether a caught value is an {@link ApiError}. If you give an operation and a status, `error.body` has the type that the
 * document states for that answer.
 * @example if (isApiError(error, 'requestTicket', 400)) error.body.error
 */
export function isApiError<Id extends OperationId = OperationId, Status extends number = number>(
  error: unknown,
  operationId?: Id,
  status?: Status,
): error is ApiError<Id, Status> {
  if (!(error instanceof ApiError)) return false;
  if (operationId !== undefined && error.operationId !== operationId) return false;
  return status === undefined || error.status === status;
}

/** A web shop's answer to its own buyer after a call or a flow failed. */
export interface HttpAnswer {
  /** The HTTP status: 409 if the buyer has to act or wait, 503 if the buyer can try again, 500 if only you can fix it. */
  status: 409 | 500 | 503;
  /** The buyer's next step, for your own text in the buyer's language. */
  reason: 'consent_needed' | 'try_again' | 'in_progress' | 'not_accepted' | 'failed';
  /** A sentence for the buyer, in English. It contains no part of the error. */
  text: string;
  /** `Retry-After`, in whole seconds, if the service asks the client to wait. */
  headers: Record<string, string>;
}

const answers: Record<HttpAnswer['reason'], Pick<HttpAnswer, 'status' | 'text'>> = {
  consent_needed: { status: 409, text: 'Please allow us to take this payment for you. The checkout asks you.' },
  try_again: { status: 503, text: 'This did not work just now. Try again in a moment.' },
  in_progress: { status: 409, text: 'We are already working on this. Please do not order again.' },
  not_accepted: { status: 409, text: 'The payment service did not accept this. Please contact us.' },
  failed: { status: 500, text: 'Something went wrong on our side.' },
};

/** The buyer's next step, by error code. The shop has to fix all other errors. */
const reasons: Partial<Record<EscrowErrorCode, HttpAnswer['reason']>> = {
  consent_rejected: 'consent_needed',
  rate_limited: 'try_again',
  connection: 'try_again',
  timeout: 'try_again',
  decode: 'try_again',
  milestone_probably_unknown: 'try_again',
  step_pending: 'in_progress',
  journal: 'try_again',
  api: 'not_accepted',
};

/**
 * Turns an error of a call or a flow into an answer for a shop's own buyer. The answer contains no part of the error, so log the
 * error yourself. Which status fits which code is our choice: not shown.
 * @example const { status, headers, text } = toHttpAnswer(error); response.writeHead(status, headers).end(text);
 */
export function toHttpAnswer(error: unknown): HttpAnswer {
  const reason = reasonFor(error);
  return { ...answers[reason], reason, headers: retryAfterOf(error) };
}

function reasonFor(error: unknown): HttpAnswer['reason'] {
  if (error instanceof ApiError && error.code === 'api' && error.status >= 500) return 'try_again';
  return (error instanceof EscrowError && reasons[error.code]) || 'failed';
}

function retryAfterOf(error: unknown): Record<string, string> {
  const delayInMs = error instanceof ApiError ? error.retryAfterInMs : undefined;
  return delayInMs === undefined ? {} : { 'retry-after': String(Math.ceil(delayInMs / 1_000)) };
}
