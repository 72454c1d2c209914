import type { ControlSchema } from './control-types.ts';

/** The details of a failed call. */
export interface ControlErrorDetails {
  /** 0 if there was no answer. */
  status: number;
  message: string;
  /** The id of the service's rule that the call breaks, if there is one. */
  rule?: string | undefined;
  /** If a release was refused for it: the user who can't be paid out yet, and what is missing (BANK-3, ADDR-2). */
  receiver?: ControlSchema<'Problem'>['receiver'] | undefined;
}

/** A call of the control API was refused or got no answer. */
export class ControlError extends Error {
  readonly code = 'control';
  readonly status: number;
  readonly rule: string | undefined;
  readonly receiver: ControlErrorDetails['receiver'];

  constructor({ status, message, rule, receiver }: ControlErrorDetails, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ControlError';
    this.status = status;
    this.rule = rule;
    this.receiver = receiver;
  }
}
