import type { Basis } from '@escrow-kit/spec';
import { differenceOf, isDifference, type Result } from '../judge/verification.ts';

/** The exit code of a verification: 1 unless it held, or only something of a weaker basis than `strict` differs. */
export function exitCodeOf(result: Result, strict: Basis): number {
  if (result === 'held') return 0;
  if (!isDifference(result)) return 1;
  const differences = Object.values(differenceOf);
  return differences.indexOf(result) <= differences.indexOf(differenceOf[strict]) ? 1 : 0;
}
