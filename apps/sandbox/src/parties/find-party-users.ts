import { Refusal } from '../refusal.ts';
import type { Db } from '../storage/database.ts';
import { inBatches } from '../storage/in-batches.ts';
import type { Party } from './party.ts';

/**
 * Finds the users of parties, by phone (PARTY-0). Refuses a CUSTOMER or PROVIDER whom the organization has not registered
 * (USER-5). A BROKER is its own administrator, known since onboarding, and needs no registration: our choice.
 */
export async function findPartyUsers(
  db: Db,
  { tenantId, parties }: { tenantId: string; parties: readonly Party[] },
): Promise<Map<string, number>> {
  const users = parties.filter(({ role }) => role !== 'BROKER');
  const ids = new Map<string, number>();
  for (const phones of inBatches([...new Set(users.map(({ phone }) => phone))])) {
    const rows = await db
      .selectFrom('users')
      .where('tenantId', '=', tenantId)
      .where('phone', 'in', phones)
      .select(['phone', 'id'])
      .execute();
    for (const { phone, id } of rows) ids.set(phone, id);
  }
  const missing = users.find(({ phone }) => !ids.has(phone));
  if (!missing) return ids;
  const field = `${missing.field}.phoneNumber`;
  const message = `${field} is not registered with this organization: register the ${missing.role} first.`;
  throw new Refusal('rule_violation', { rule: 'USER-5', field, message });
}
