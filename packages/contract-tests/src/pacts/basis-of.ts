import { findRule } from '@escrow-kit/spec';
import { type CheckBasis, ownBasis } from './check-basis.ts';
import type { Interaction } from './pact-document.ts';
import { rulesOf } from './rules-of.ts';

const bases: readonly CheckBasis[] = ['stated', 'implied', 'assumed', ownBasis];

/** The basis of an interaction: what it says itself, otherwise the basis of its first rule. */
export function basisOf(interaction: Interaction): CheckBasis {
  const given = interaction.comments?.references?.['escrow-kit']?.['basis'];
  const own = bases.find((basis) => basis === given);
  return own ?? findRule(rulesOf(interaction)[0] ?? '')?.basis ?? 'assumed';
}
