import type { HostName, Operation } from './document/registered.ts';

/**
 * The outcome of a request: it was `not-sent`, the service `rejected` it and did nothing, or it is `unknown` and the service may have
 * carried it out. Only after `unknown` can a retry repeat its effect.
 */
export type Outcome = 'not-sent' | 'rejected' | 'unknown';

/** All codes of the client's errors. Codes are stable, messages are not. */
export type EscrowErrorCode =
  | 'configuration'
  | 'rule_violation'
  | 'token_provider'
  | 'connection'
  | 'timeout'
  | 'aborted'
  | 'decode'
  | 'step_pending'
  | 'journal'
  | 'input_changed'
  | ApiErrorCode;

/** The codes of an ApiError: the service answered, but not with a success. */
export type ApiErrorCode =
  | 'unauthorized'
  | 'forbidden'
  | 'consent_rejected'
  | 'buyer_not_linked'
  | 'milestone_probably_unknown'
  | 'users_validation'
  | 'user_not_found'
  | 'rate_limited'
  | 'redirected'
  | 'address_probably_wrong'
  | 'api';

/** The data of every error of the client. */
export interface ErrorDetails {
  /** The operation that was called, as the document names it. */
  operationId?: string | undefined;
  /** The host that serves the operation, by its name in the options. */
  host?: HostName | undefined;
  /** How many requests were sent. */
  attempts?: number | undefined;
  /** The outcome of the call. `succeeded` becomes `unknown`: the call failed after the service had carried it out. */
  outcome?: Outcome | 'succeeded' | undefined;
  cause?: unknown;
}

/**
 * The base of every error that the client throws. It contains no secret and no personal data, so it is safe to log, to print and to
 * send as JSON.
 */
export class EscrowError extends Error {
  /** The name of the class. */
  override name = 'EscrowError';
  /** The kind of error. Codes are stable, messages are not. */
  declare readonly code: EscrowErrorCode;
  /** The operation or the flow that failed; undefined if it was neither, such as for an option of the client. */
  declare readonly operationId: string | undefined;
  /** The host that serves the operation, by its name in the options. */
  declare readonly host: HostName | undefined;
  /** How many requests were sent; 0 for none. */
  declare readonly attempts: number;
  /** The outcome of the request: `not-sent`, `rejected`, or `unknown`: it may have been carried out. */
  declare readonly outcome: Outcome;

  /** @param message Continues after the name of the operation, if there is one: `was refused with 400: …`. */
  constructor(code: EscrowErrorCode, message: string, details: ErrorDetails = {}) {
    const { operationId, host, attempts = 0, outcome = 'not-sent' } = details;
    const whole = operationId ? `${operationId} ${message}` : message;
    super(whole, details);
    const failedOutcome = outcome === 'succeeded' ? 'unknown' : outcome;
    Object.assign(this, { code, operationId, host, attempts, outcome: failedOutcome });
    // Makes it part of the JSON. A declared field is not enough once Node 22 has optimized the constructor.
    Object.defineProperty(this, 'message', { enumerable: true });
  }
}

/** Throws an EscrowError. */
export function fail(code: EscrowErrorCode, message: string, details?: ErrorDetails): never {
  throw new EscrowError(code, message, details);
}

/** Describes whether the failed call may have been carried out, and whether the caller can retry it. */
export function consequenceOf(
  { outcome, method, attempts }: { outcome: Outcome | 'succeeded'; method: Operation['method']; attempts: number },
  { isRepeatable }: Operation,
): string {
  if (outcome === 'not-sent') return attempts > 0 ? 'Nothing arrived: you can retry.' : 'Nothing was sent.';
  if (outcome === 'rejected') return 'The service did nothing: you can retry.';
  if (method === 'GET') return 'It only reads: you can retry.';
  if (isRepeatable) return 'It may have been carried out. You can retry: repeating it does no harm.';
  return 'It may have been carried out: look it up before you retry.';
}
