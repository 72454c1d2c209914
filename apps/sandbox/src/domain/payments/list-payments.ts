import type { Db } from '../../storage/database.ts';
import type { PaymentState } from '../../storage/tables.ts';
import type { MilestoneKey } from '../milestones/require-milestone.ts';

/** What a buyer did at the checkout. Times are milliseconds since 1970 on the tenant's clock. */
export interface DescribedPayment {
  userId: number;
  method: string;
  state: PaymentState;
  /** Of a bank transfer. */
  virtualIban: string | null;
  /** Of a bank transfer. */
  reference: string | null;
  createdAt: number;
  paidAt: number | null;
}

/** Lists what buyers did at the checkout of a milestone, oldest first. */
export function listPayments(db: Db, { tenantId, milestoneId }: MilestoneKey): Promise<DescribedPayment[]> {
  return db
    .selectFrom('payments')
    .where('tenantId', '=', tenantId)
    .where('milestoneId', '=', milestoneId)
    .orderBy('createdAt')
    .orderBy('userId')
    .select(['userId', 'method', 'state', 'iban as virtualIban', 'reference', 'createdAt', 'paidAt'])
    .execute();
}

/** Finds the buyer whose transfer has been waited for longest. */
export async function findAwaitedPayer(db: Db, key: MilestoneKey): Promise<number | undefined> {
  const payments = await listPayments(db, key);
  return payments.find(({ state }) => state === 'PENDING')?.userId;
}
