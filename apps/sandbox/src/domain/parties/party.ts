import { partyRoles } from '@escrow-kit/spec';
import type { PartyRole } from '../../storage/tables.ts';
import { fromHalalas, largestInHalalas, toHalalas } from '../halalas.ts';
import { Refusal } from '../refusal.ts';
import { requireTexts } from '../require-shape.ts';

/** A participant as on the wire. */
export interface PartyRequest {
  phoneNumber: string;
  /** As the service spells it. */
  role: string;
  amount: number;
}

/** A participant of one milestone, read from the wire. */
export interface Party {
  phone: string;
  role: PartyRole;
  amountInHalalas: number;
  /** Its place in the request, such as `mileStonesParties.milestone_1[0]`. */
  field: string;
}

/**
 * Reads the parties of one milestone. `field` names their list. Throws if an amount is invalid (MILESTONE-4a), or a party has no phone
 * or no role (PARTY-0c).
 */
export function toParties(requests: readonly PartyRequest[], field: string): Party[] {
  return requests.map(({ phoneNumber, role, amount }, index) => {
    const own = `${field}[${index}]`;
    requireTexts({ [`${own}.phoneNumber`]: phoneNumber }, 'PARTY-0c');
    return {
      phone: phoneNumber,
      role: toRole(role, `${own}.role`),
      amountInHalalas: toHalalas(amount, `${own}.amount`),
      field: own,
    };
  });
}

/** The role by the sandbox's own name, however the document spells it. */
function toRole(spelling: string, field: string): PartyRole {
  const [role] = Object.entries(partyRoles).find(([, name]) => name === spelling) ?? [];
  if (role !== undefined) return role as PartyRole;
  const message = `${field} is not one of ${Object.values(partyRoles).join(', ')}.`;
  throw new Refusal('rule_violation', { rule: 'PARTY-0c', field, message });
}

/** The exact sum of one side of a milestone, in halalas. */
export function totalOf(parties: readonly Party[], side: 'paying' | 'receiving'): number {
  return parties
    .filter(({ role }) => (role === 'CUSTOMER') === (side === 'paying'))
    .reduce((total, { amountInHalalas }) => total + amountInHalalas, 0);
}

/**
 * Throws if the CUSTOMER amounts of a milestone do not add up to exactly the BROKER and PROVIDER amounts (PARTY-4a). `field`
 * names the list of its parties.
 */
export function checkTotals(parties: readonly Party[], field: string): void {
  const customers = totalOf(parties, 'paying');
  const others = totalOf(parties, 'receiving');
  // Also keeps the sums in the range where they are exact.
  if (customers > largestInHalalas || others > largestInHalalas) {
    const message = `${field} adds up to more than ${fromHalalas(largestInHalalas)}.`;
    throw new Refusal('rule_violation', { rule: 'MILESTONE-4a', field, message });
  }
  if (customers === others) return;
  const sums = `${fromHalalas(customers)}, and the BROKER and PROVIDER amounts to ${fromHalalas(others)}`;
  const message = `${field}: the CUSTOMER amounts add up to ${sums}. Make them equal.`;
  throw new Refusal('rule_violation', { rule: 'PARTY-4a', field, message });
}
