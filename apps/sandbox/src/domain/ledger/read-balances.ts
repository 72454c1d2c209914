import type { Db } from '../../storage/database.ts';

/** What accounts hold, in halalas, by the account's name. Without `milestoneId`, by all of the tenant's entries. */
export async function readBalances(
  db: Db,
  { tenantId, milestoneId }: { tenantId: string; milestoneId?: string | undefined },
): Promise<{ account: string; amountInHalalas: number }[]> {
  let query = db
    .selectFrom('ledgerEntries')
    .where('tenantId', '=', tenantId)
    .groupBy('account')
    .orderBy('account')
    .select(({ fn }) => ['account', fn.sum<number>('amount').as('amountInHalalas')]);
  if (milestoneId !== undefined) query = query.where('milestoneId', '=', milestoneId);
  return query.execute();
}
