import type { ControlSchema } from './control-types.ts';

/** The details of a failed call: the sandbox's refusal, if there was one. */
export interface ControlErrorDetails extends Omit<ControlSchema<'Problem'>, 'error'> {
  /** 0 if there was no answer. */
  status: number;
}

/** A call of the control API was refused or got no answer. */
export class ControlError extends Error {
  readonly code = 'control';
  readonly status: number;
  /** The ID of the service's rule that the call breaks, if there is one. */
  readonly rule: string | undefined;
  /** The wrong field, if there is one. */
  readonly field: string | undefined;
  /** The user who lacks a bank account or an address, if a release was refused for that (BANK-3, ADDR-2). */
  readonly receiver: ControlErrorDetails['receiver'];
  /** All violations, if there are several. */
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
