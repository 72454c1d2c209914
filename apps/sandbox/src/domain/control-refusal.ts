import type { RefusalCode } from './refusal.ts';
import { refusalStatuses } from './refusal.ts';

/** What a refusal of the control API says beside its code. */
export interface ControlRefusalDetails {
  /** What is wrong and what to do. */
  message: string;
  field?: string | undefined;
  violations?: { field: string; message: string }[] | undefined;
}

/** A call of the control API that is refused for a reason of its own, which is no rule of the service. */
export class ControlRefusal extends Error {
  readonly code: RefusalCode;
  readonly details: ControlRefusalDetails;

  constructor(code: RefusalCode, details: ControlRefusalDetails) {
    super(details.message);
    this.name = 'ControlRefusal';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return refusalStatuses[this.code];
  }
}
