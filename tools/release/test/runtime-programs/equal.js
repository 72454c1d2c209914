/** Throws if two values differ. A runtime may have no assert. */
export function equal(actual, expected) {
  if (actual !== expected) throw new Error(`expected ${expected}, got ${actual}`);
}
