import { Refusal } from '../refusal.ts';
import type { Db } from '../storage/database.ts';

/** Refuses the id of a parent contract that the organization does not have, with `rule`. */
export async function checkContract(
  db: Db,
  { tenantId, contractId, rule }: { tenantId: string; contractId: string; rule: string },
): Promise<void> {
  const contract = await db
    .selectFrom('contracts')
    .where('tenantId', '=', tenantId)
    .where('id', '=', contractId)
    .select('id')
    .executeTakeFirst();
  if (contract) return;
  const message = 'This organization has no such parent contract: take the id that creating it returned.';
  throw new Refusal('not_found', { rule, field: 'contractId', message });
}
