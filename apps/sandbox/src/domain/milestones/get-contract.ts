import type { Db } from '../../storage/database.ts';
import { Refusal } from '../refusal.ts';

/** A parent contract, as far as calls below it need it. */
export interface Contract {
  id: string;
  createdAt: number;
}

/** Finds a parent contract of the organization. Refuses an id that it does not have (ERR-1b). */
export async function getContract(
  db: Db,
  { tenantId, contractId }: { tenantId: string; contractId: string },
): Promise<Contract> {
  const contract = await db
    .selectFrom('contracts')
    .where('tenantId', '=', tenantId)
    .where('id', '=', contractId)
    .select(['id', 'createdAt'])
    .executeTakeFirst();
  if (contract) return contract;
  const message = 'This organization has no such parent contract: take the id that creating it returned.';
  throw new Refusal('not_found', { rule: 'ERR-1b', field: 'contractId', message });
}
