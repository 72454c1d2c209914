export const secret = 'whsec_sandbox';
export const paid = { contractId: 'milestone-1', status: 'PAID', referenceId: 'reference-1' };

/** printf %s '{"contractId":"milestone-1","status":"PAID","referenceId":"reference-1"}' | openssl dgst -sha256 -hmac whsec_sandbox */
export const signature = 'sha256=b4eb3447e2099d05ffd46043a0dfd9b15e5a57d0aedef8be7abe3324875af0a3';

/** Throws if two values differ. Not every runtime has an assert. */
export function equal(actual, expected) {
  if (actual !== expected) throw new Error(`expected ${expected}, got ${actual}`);
}
