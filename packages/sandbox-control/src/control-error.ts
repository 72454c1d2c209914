/** What a refused call says. */
export interface ControlErrorDetails {
  /** 0 where there was no answer. */
  status: number;
  message: string;
  /** The id of the rule that the call breaks, where it is one of the service's. */
  rule?: string | undefined;
}

/** A call of the control API that was refused, or brought no answer. */
export class ControlError extends Error {
  readonly code = 'control';
  readonly status: number;
  readonly rule: string | undefined;

  constructor({ status, message, rule }: ControlErrorDetails, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ControlError';
    this.status = status;
    this.rule = rule;
  }
}
