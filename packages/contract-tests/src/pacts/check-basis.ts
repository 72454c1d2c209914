import type { Basis } from '@escrow-kit/spec';

/** The basis of what a consumer's own pact expects, whoever is right. */
export const ownBasis = 'own pact';

/** Why an answer is expected: how well its rule is known, or that a consumer's own pact relies on it. */
export type CheckBasis = Basis | typeof ownBasis;
