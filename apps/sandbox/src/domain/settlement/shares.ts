import type { Row } from '../../storage/tables.ts';
import type { Share } from '../ledger/posting-entries.ts';

/** What the parties are given by a release. A BROKER's share is the organization's, whoever its administrator is. */
export function sharesOf(parties: Row<'parties'>[]): Share[] {
  return parties
    .filter(({ role }) => role !== 'CUSTOMER')
    .map(({ role, userId, amount }) => ({
      userId: role === 'PROVIDER' ? (userId ?? undefined) : undefined,
      amountInHalalas: amount,
    }));
}
