import type { ControlSchema } from './control-types.ts';

/** What a refused call says. */
export interface ControlErrorDetails {
  /** 0 where there was no answer. */
  status: number;
  message: string;
  /** The id of the rule that the call breaks, where it is one of the service's. */
  rule?: string | undefined;
  /** The user who can't be paid out yet, and what is missing, where a release is refused for that (BANK-3, ADDR-2). */
  receiver?: ControlSchema<'Problem'>['receiver'] | undefined;
}

/** A call of the control API that was refused, or brought no answer. */
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
