/** The status of each refusal. `unknown_milestone` is the one that the service answers without a body (PAY-4). */
export const refusalStatuses = {
  rule_violation: 400,
  consent_rejected: 400,
  invalid_grant: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  unknown_milestone: 500,
} as const;

/** What kind of refusal it is. */
export type RefusalCode = keyof typeof refusalStatuses;

/** What a refusal says beside its code. */
export interface RefusalDetails {
  /** The id of the rule that the request breaks. */
  rule: string;
  /** What is wrong and what to do, for the integrator who reads it. It contains no secret and no personal data. */
  message: string;
  /** The field that is wrong, as in `milestones[0].itemPrice`. */
  field?: string | undefined;
  /** Everything that is wrong, where there is more than one thing. */
  violations?: { field: string; rule: string; message: string }[] | undefined;
  /** Seconds to wait before another attempt. */
  retryAfterInSeconds?: number | undefined;
}

/** A request that a rule forbids. Thrown anywhere below a route; what was written with it is rolled back. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly details: RefusalDetails;

  constructor(code: RefusalCode, details: RefusalDetails) {
    super(details.message);
    this.name = 'Refusal';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return refusalStatuses[this.code];
  }
}
