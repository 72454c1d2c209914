import type { Db } from '../../storage/database.ts';
import { Refusal } from '../refusal.ts';
import { readMilestoneDetails } from './milestone-details.ts';

/** The part of a parent contract that its calls need. */
export interface Contract {
  id: string;
  createdAt: number;
}

/** Finds a parent contract of the organization. Throws if it does not have it (ERR-1b). */
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

/** Reads the titles of contracts by id. Contracts without a title are left out. */
export async function listContractTitles(
  db: Db,
  { tenantId, contractIds }: { tenantId: string; contractIds: string[] },
): Promise<Map<string, string>> {
  if (contractIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('contracts')
    .where('tenantId', '=', tenantId)
    .where('id', 'in', contractIds)
    .select(['id', 'detailsJson'])
    .execute();
  return new Map(
    rows.flatMap(({ id, detailsJson }) => {
      const { title } = readMilestoneDetails(detailsJson);
      return title === null ? [] : [[id, title] as const];
    }),
  );
}
