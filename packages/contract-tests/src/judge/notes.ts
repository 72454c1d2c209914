import type { Exchange } from '../deployment/exchange.ts';
import type { Problem, Reason } from './verification.ts';

/** What was noted about an interaction while it was verified. */
export interface Notes {
  problems: Problem[];
  /** Why it was not checked. */
  reason?: Reason;
  /** The values of the states. */
  values: Readonly<Record<string, unknown>>;
  /** The request and its answer; undefined for a message, or if nothing was sent. */
  exchange?: Exchange;
  /** The body of the answer or of the message, as it arrived. */
  answerText?: string;
}

/** How an answer differs from the expected one. */
export interface PactMismatch {
  type: string;
  mismatch?: string;
  path?: string;
  key?: string;
  expected?: unknown;
  actual?: unknown;
}

/** Pact's result for one interaction. */
export interface PactResult {
  description: string;
  result: 'OK' | 'Error';
  mismatch?: { message?: string; mismatches?: PactMismatch[] };
}
