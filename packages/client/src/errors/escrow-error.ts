import type { OperationId } from '../operation-types.ts';
import type { HostName } from '../transport/operation.ts';

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
  | 'connection'
  | 'timeout'
  | 'aborted'
  | 'decode'
  | 'step_in_doubt'
  | 'journal'
  | ApiErrorCode;

/** The codes of answers that refuse or fail a call. */
export type ApiErrorCode =
  | 'unauthorized'
  | 'wrong_token'
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
  attempts?: number;
  outcome?: Outcome;
  cause?: unknown;
}

/** What became of a call so far. Once its outcome is unknown, a later refusal does not make it known. */
export interface Progress {
  operationId: OperationId;
  host: HostName;
  attempts: number;
  outcome: Outcome;
}

/**
 * The base of every error that the client throws. It holds no secret and no personal data: it is safe to log, to print
 * and to send as JSON.
 */
export class EscrowError extends Error {
  override name = 'EscrowError';
  declare readonly code: EscrowErrorCode;
  declare readonly operationId: string | undefined;
  declare readonly host: HostName | undefined;
  declare readonly attempts: number;
  declare readonly outcome: Outcome;

  /** The message begins with the operation where one is named. All details become properties of the error. */
  constructor(code: EscrowErrorCode, message: string, details: ErrorDetails = {}) {
    const { operationId } = details;
    super(operationId ? `${operationId}: ${message}` : message, details);
    Object.assign(this, { attempts: 0, outcome: 'not-sent' }, details, { code });
  }

  /** The error as a plain object for a log. The cause is left out: it comes from elsewhere. */
  toJSON(): object {
    return { ...this, message: this.message };
  }
}

/** Throws an error. */
export function fail(code: EscrowErrorCode, message: string, details?: ErrorDetails): never {
  throw new EscrowError(code, message, details);
}
