import type { Db } from '../../storage/database.ts';
import type { Row } from '../../storage/tables.ts';
import type { Share } from '../ledger/posting-entries.ts';
import { Refusal } from '../refusal.ts';
import type { Tenant } from '../tenants/tenant.ts';

/** The shares of the parties in a release. A BROKER's share belongs to the organization. */
export function sharesOf(parties: Row<'parties'>[]): Share[] {
  return parties
    .filter(({ role }) => role !== 'CUSTOMER')
    .map(({ role, userId, amount }) => ({
      userId: role === 'PROVIDER' ? (userId ?? undefined) : undefined,
      amountInHalalas: amount,
    }));
}

/**
 * Throws if a receiver has no bank account (BANK-3) or, for cash-out by bank transfer, no address (ADDR-2). A party that
 * receives nothing needs neither, nor does the organization, whose share stays in its wallet (our choice: not shown).
 */
export async function checkReceivers(db: Db, { tenant, shares }: { tenant: Tenant; shares: Share[] }): Promise<void> {
  const userIds = shares.flatMap(({ userId, amountInHalalas }) =>
    userId === undefined || amountInHalalas === 0 ? [] : [userId],
  );
  for (const userId of userIds) {
    const key = { tenantId: tenant.id, userId };
    const hasBankAccount = await hasOne(db, { table: 'bankAccounts', ...key });
    const needsAddress = tenant.settings.settlement.cashOut === 'BANK_TRANSFER';
    const hasAddress = !needsAddress || (await hasOne(db, { table: 'addresses', ...key }));
    if (!hasBankAccount || !hasAddress) throw receiverRefusal({ hasBankAccount, hasAddress, userId });
  }
}

async function hasOne(
  db: Db,
  { table, tenantId, userId }: { table: 'bankAccounts' | 'addresses'; tenantId: string; userId: number },
): Promise<boolean> {
  const row = await db
    .selectFrom(table)
    .where((eb) => eb.and({ tenantId, userId }))
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

function receiverRefusal(found: { hasBankAccount: boolean; hasAddress: boolean; userId: number }): Refusal {
  const { hasBankAccount, hasAddress, userId } = found;
  const rule = hasBankAccount ? 'ADDR-2' : 'BANK-3';
  const lacks = [...(hasBankAccount ? [] : ['no bank account']), ...(hasAddress ? [] : ['no address'])].join(' and ');
  const message = `User ${userId} receives money from this milestone and has ${lacks}. Add what is missing and release again.`;
  const missing = [
    ...(hasBankAccount ? [] : (['bankAccount'] as const)),
    ...(hasAddress ? [] : (['address'] as const)),
  ];
  return new Refusal('conflict', { rule, field: 'milestoneId', message, receiver: { userId, missing } });
}
