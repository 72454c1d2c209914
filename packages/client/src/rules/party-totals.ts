import type { Party } from '../resources/contracts.ts';
import { exactSum } from './exact-sum.ts';
import type { Violation } from './violation.ts';

/** The milestones whose CUSTOMER amounts are not exactly the BROKER and PROVIDER amounts together (PARTY-4). */
export function partyTotalViolations(partiesByMilestone: Record<string, Party[]>): Violation[] {
  return Object.entries(partiesByMilestone).flatMap(([milestoneId, parties]) => {
    const signed = parties.map(({ role, amount }) => (role === 'CUSTOMER' ? amount : -amount));
    const { units, scale } = exactSum(signed);
    if (units === 0n) return [];
    return [
      {
        path: `mileStonesParties.${milestoneId}`,
        problem: `has CUSTOMER amounts that differ from BROKER plus PROVIDER by ${Number(units) / 10 ** scale}`,
        rule: 'PARTY-4',
        remedy: 'Make the two totals equal.',
      },
    ];
  });
}
