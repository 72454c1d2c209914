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

/** The results in the order of the pact, or why there are none. */
export interface PactReply {
  results?: PactResult[];
  failure?: string;
}
