/** What kind of obstacle it is. Whoever answers over HTTP has a status for each. */
export type DomainErrorCode =
  | 'rule_violation'
  | 'consent_rejected'
  | 'invalid_grant'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'rate_limited'
  /** The one that the service answers without a body (PAY-4). */
  | 'unknown_milestone';

/** What a domain error says beside its code. */
export interface DomainErrorDetails {
  /** What is wrong and what to do, for the integrator who reads it. It contains no secret and no personal data. */
  message: string;
  /** The field that is wrong, as in `milestones[0].itemPrice`. */
  field?: string | undefined;
  /** Everything that is wrong, where there is more than one thing. */
  violations?: { field: string; message: string }[] | undefined;
}

/** What was asked for can't be done. Thrown anywhere below a route; what was written with it is rolled back. */
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

/** What a refusal says beside its code. */
export interface RefusalDetails extends DomainErrorDetails {
  /** The id of the rule that the request breaks. */
  rule: string;
  violations?: { field: string; rule: string; message: string }[] | undefined;
  /** The user who can't be paid out yet, and what is missing. */
  receiver?: { userId: number; missing: ('bankAccount' | 'address')[] } | undefined;
  /** Seconds to wait before another attempt. */
  retryAfterInSeconds?: number | undefined;
}

/** A request that a rule of the service forbids. */
export class Refusal<Code extends string = DomainErrorCode> extends DomainError<Code, RefusalDetails> {
  constructor(code: Code, details: RefusalDetails) {
    super(code, details);
    this.name = 'Refusal';
  }
}

/** How many violations a refusal lists at most. */
export const mostViolations = 20;
