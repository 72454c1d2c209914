import type { PartyRole } from '../../storage/tables.ts';
import { toHalalas } from '../money/halalas.ts';

/** A participant as the wire has it. */
export interface PartyRequest {
  phoneNumber: string;
  role: PartyRole;
  amount: number;
}

/** A participant of one milestone, read from the wire. */
export interface Party {
  phone: string;
  role: PartyRole;
  amountInHalalas: number;
  /** Where it stands in the request, as in `mileStonesParties.milestone_1[0]`. */
  field: string;
}

/** Reads the parties of one milestone. `field` names their list. Refuses an amount that is none (MILESTONE-4a). */
export function toParties(requests: readonly PartyRequest[], field: string): Party[] {
  return requests.map(({ phoneNumber, role, amount }, index) => ({
    phone: phoneNumber,
    role,
    amountInHalalas: toHalalas(amount, `${field}[${index}].amount`),
    field: `${field}[${index}]`,
  }));
}
