import type { Problem, Reason } from './verification.ts';

/** What was noted about an interaction while it was verified. */
export interface Notes {
  problems: Problem[];
  reason?: Reason;
  /** The values of the states. */
  values: Readonly<Record<string, unknown>>;
  /** The body of the answer or of the message, as it arrived. */
  answerText?: string;
}
