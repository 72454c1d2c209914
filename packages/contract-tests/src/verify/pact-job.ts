/** What Pact's verifier is asked to do. */
export interface PactJob {
  pactFiles: string[];
  provider: string;
  /** Answers requests, sets up states and gives messages. */
  providerUrl: string;
  stateNames: string[];
  messageNames: string[];
  /** How long one request may take, in milliseconds. */
  limitInMs: number;
}

/** How an answer differs from what was promised. */
export interface PactMismatch {
  type: string;
  mismatch?: string;
  path?: string;
  key?: string;
  expected?: unknown;
  actual?: unknown;
}

/** What Pact says of one interaction. */
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
