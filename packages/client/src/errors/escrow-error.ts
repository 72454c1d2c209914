import type { HostName } from '../generated/operations.ts';

/**
 * What became of the request: it was `not-sent`, the service `rejected` it and did nothing, or it is `unknown` whether
 * the service carried it out. Only after `unknown` may sending it again do the same thing twice.
 */
export type Outcome = 'not-sent' | 'rejected' | 'unknown';

/** Every code an error of the client can have. Codes are stable, messages are not. */
export type EscrowErrorCode =
  | 'configuration'
  | 'rule_violation'
  | 'token_provider'
  | 'token_cache'
  | 'connection'
  | 'timeout'
  | 'aborted'
  | 'decode'
  | 'step_pending'
  | 'journal'
  | 'input_changed'
  | ApiErrorCode;

/** The codes of answers that refuse or fail a call. */
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
  | 'api';

/** What every error of the client says besides its message. */
export interface ErrorDetails {
  /** The operation that was called, as the document names it. */
  operationId?: string | undefined;
  /** The host that serves the operation, by its name in the options. */
  host?: HostName | undefined;
  /** How many requests were sent. */
  attempts?: number | undefined;
  /** What became of the call. `succeeded` counts as `unknown`: the call failed after the service had carried it out. */
  outcome?: Outcome | 'succeeded' | undefined;
  cause?: unknown;
}

/**
 * The base of every error that the client throws. It holds no secret and no personal data: it is safe to log, to print
 * and to send as JSON.
 */
export class EscrowError extends Error {
  /** The name of the class. */
  override name = 'EscrowError';
  /** What happened. Codes are stable, messages are not. */
  declare readonly code: EscrowErrorCode;
  /** The operation or the flow that failed; undefined where it was neither, as for an option of the client. */
  declare readonly operationId: string | undefined;
  /** The host that serves the operation, by its name in the options. */
  declare readonly host: HostName | undefined;
  /** How many requests were sent; 0 for none. */
  declare readonly attempts: number;
  /** What became of the request: `not-sent`, `rejected`, or `unknown`, after which it may have been carried out. */
  declare readonly outcome: Outcome;

  /** The message goes on after the operation where one is named: `was refused with 400: …`. */
  constructor(code: EscrowErrorCode, message: string, details: ErrorDetails = {}) {
    const { operationId, host, attempts = 0, outcome = 'not-sent' } = details;
    const whole = operationId ? `${operationId} ${message}` : message;
    super(whole, details);
    const failedOutcome = outcome === 'succeeded' ? 'unknown' : outcome;
    Object.assign(this, { code, operationId, host, attempts, outcome: failedOutcome });
    // So that it is part of the JSON; to declare it as a field is not enough where Node 20 has optimized the constructor.
    Object.defineProperty(this, 'message', { enumerable: true });
  }
}

/** Throws an error. */
export function fail(code: EscrowErrorCode, message: string, details?: ErrorDetails): never {
  throw new EscrowError(code, message, details);
}
