/** Throws if two values differ. Not every runtime has an assert. */
export function equal(actual, expected) {
  if (actual !== expected) throw new Error(`expected ${expected}, got ${actual}`);
}
