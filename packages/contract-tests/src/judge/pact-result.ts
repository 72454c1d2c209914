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
