import type { ControlSchema } from './control-types.ts';

/** The details of a failed call: what the sandbox's refusal says, if there was one. */
export interface ControlErrorDetails extends Omit<ControlSchema<'Problem'>, 'error'> {
  /** 0 if there was no answer. */
  status: number;
}

/** A call of the control API was refused or got no answer. */
export class ControlError extends Error {
  readonly code = 'control';
  readonly status: number;
  /** The id of the service's rule that the call breaks, if there is one. */
  readonly rule: string | undefined;
  /** The field that is wrong, if it is one. */
  readonly field: string | undefined;
  /** If a release was refused for it: the user who can't be paid out yet, and what is missing (BANK-3, ADDR-2). */
  readonly receiver: ControlErrorDetails['receiver'];
  /** Everything that is wrong, if there is more than one thing. */
  readonly violations: NonNullable<ControlErrorDetails['violations']>;

  constructor(
    { status, message, rule, field, receiver, violations = [] }: ControlErrorDetails,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'ControlError';
    this.status = status;
    this.rule = rule;
    this.field = field;
    this.receiver = receiver;
    this.violations = violations;
  }
}
