import { DomainError, type DomainErrorCode, type DomainErrorDetails } from './domain-error.ts';

/** What a refusal says beside its code. */
export interface RefusalDetails extends DomainErrorDetails {
  /** The id of the rule that the request breaks. */
  rule: string;
  violations?: { field: string; rule: string; message: string }[] | undefined;
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
