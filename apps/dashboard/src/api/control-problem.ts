import type { ControlSchema } from '@escrow-kit/sandbox-control';

/** A call of the control API that failed. The message says what is wrong and what to do. */
export class ControlProblem extends Error {
  /** 0 if there was no answer. */
  readonly status: number;
  /** The rule of the service that the call breaks. */
  readonly rule: string | undefined;
  readonly violations: { field: string; message: string }[];
  /** The user who can't be paid out yet, and what is missing. */
  readonly receiver: ControlSchema<'Problem'>['receiver'];

  constructor(
    status: number,
    { message, rule, violations = [], receiver }: Omit<ControlSchema<'Problem'>, 'error' | 'field'>,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'ControlProblem';
    this.status = status;
    this.rule = rule;
    this.violations = violations;
    this.receiver = receiver;
  }
}
