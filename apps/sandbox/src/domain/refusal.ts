/** The kind of a domain error. HTTP has a status for each. */
export type DomainErrorCode =
  | 'rule_violation'
  | 'consent_rejected'
  | 'invalid_grant'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'rate_limited'
  /** Answered without a body (PAY-4). */
  | 'unknown_milestone';

/** The data of a domain error besides its code. */
export interface DomainErrorDetails {
  /** What is wrong and what to do, for the integrator. It contains no secret and no personal data. */
  message: string;
  /** The field that is wrong, such as `milestones[0].itemPrice`. */
  field?: string | undefined;
  /** Everything that is wrong, if there is more than one thing. */
  violations?: { field: string; message: string }[] | undefined;
}

/** A request cannot be done. Thrown anywhere below a route; its transaction is rolled back. */
export class DomainError<
  Code extends string = DomainErrorCode,
  Details extends DomainErrorDetails = DomainErrorDetails,
> extends Error {
  readonly code: Code;
  readonly details: Details;

  constructor(code: Code, details: Details) {
    super(details.message);
    this.name = 'DomainError';
    this.code = code;
    this.details = details;
  }
}

/** The data of a refusal besides its code. */
export interface RefusalDetails extends DomainErrorDetails {
  /** The id of the rule that the request breaks. */
  rule: string;
  violations?: { field: string; rule: string; message: string }[] | undefined;
  /** The user who cannot be paid out yet, and what is missing. */
  receiver?: { userId: number; missing: ('bankAccount' | 'address')[] } | undefined;
  /** Seconds to wait before another attempt. */
  retryAfterInSeconds?: number | undefined;
}

/** A rule of the service forbids the request. */
export class Refusal<Code extends string = DomainErrorCode> extends DomainError<Code, RefusalDetails> {
  constructor(code: Code, details: RefusalDetails) {
    super(code, details);
    this.name = 'Refusal';
  }
}

/** The most violations that a refusal lists. */
export const mostViolations = 20;
