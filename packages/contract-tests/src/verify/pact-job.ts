import type { PactResult } from '../judge/pact-result.ts';

/** A job for Pact's verifier. */
export interface PactJob {
  pactFiles: string[];
  provider: string;
  /** The address that answers requests, sets up states and returns messages. */
  providerUrl: string;
  stateNames: string[];
  messageNames: string[];
  /** How long one request may take, in milliseconds. */
  limitInMs: number;
}

/** The results in the order of the pact, or why there are none. */
export interface PactReply {
  results?: PactResult[];
  failure?: string;
}
