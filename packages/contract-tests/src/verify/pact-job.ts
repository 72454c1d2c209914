import type { PactResult } from '../judge/notes.ts';

/** One check for Pact's verifier. */
export interface PactJob {
  /** A pact with one interaction. */
  pactFile: string;
  provider: string;
  /** The address that answers requests, sets up states and returns messages. */
  providerUrl: string;
  stateNames: string[];
  messageNames: string[];
  /** How long one request may take, in milliseconds. */
  limitInMs: number;
}

/** A job with a number that its reply repeats. */
export interface NumberedJob {
  id: number;
  job: PactJob;
}

/** The result of a job, or why there is none. */
export interface PactReply {
  id: number;
  result?: PactResult | undefined;
  failure?: string;
}
