import type { Party } from '../resources/contracts.ts';
import { addUpToZero } from './add-up-to-zero.ts';
import type { Violation } from './violation.ts';

/**
 * The milestones whose CUSTOMER amounts are not exactly the BROKER and PROVIDER amounts together (PARTY-4). Where a party
 * breaks a rule of its own there are no totals to compare.
 */
export function partyTotalViolations(partiesByMilestone: Record<string, Party[]>, others: Violation[]): Violation[] {
  return Object.entries(partiesByMilestone).flatMap(([milestoneId, parties]) => {
    const path = `mileStonesParties.${milestoneId}`;
    if (others.some((violation) => violation.path.startsWith(`${path}[`) || violation.path === path)) return [];
    if (addUpToZero(parties.map(({ role, amount }) => (role === 'CUSTOMER' ? amount : -amount)))) return [];
    const problem = 'has CUSTOMER amounts that differ from the BROKER and PROVIDER amounts together';
    return [{ path, problem, rule: 'PARTY-4', remedy: 'Make the two totals equal.' }];
  });
}
