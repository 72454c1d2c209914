import type { Db } from '../../storage/database.ts';
import type { Row } from '../../storage/tables.ts';
import type { Share } from '../ledger/posting-entries.ts';
import { Refusal } from '../refusal.ts';
import type { Tenant } from '../tenants/tenant.ts';

/** What the parties are given by a release. A BROKER's share is the organization's, whoever its administrator is. */
export function sharesOf(parties: Row<'parties'>[]): Share[] {
  return parties
    .filter(({ role }) => role !== 'CUSTOMER')
    .map(({ role, userId, amount }) => ({
      userId: role === 'PROVIDER' ? (userId ?? undefined) : undefined,
      amountInHalalas: amount,
    }));
}

/**
 * Refuses a release to a receiver without a bank account (BANK-3) or, where money goes out by bank transfer, without an
 * address (ADDR-2). Who receives nothing needs neither, nor does the organization, whose share stays in its wallet (our
 * choice: not shown).
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
    .where('tenantId', '=', tenantId)
    .where('userId', '=', userId)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

function receiverRefusal(found: { hasBankAccount: boolean; hasAddress: boolean; userId: number }): Refusal {
  const { hasBankAccount, hasAddress, userId } = found;
  const rule = hasBankAccount ? 'ADDR-2' : 'BANK-3';
  const lacks = [...(hasBankAccount ? [] : ['no bank account']), ...(hasAddress ? [] : ['no address'])].join(' and ');
  const message = `User ${userId} receives money of this milestone and has ${lacks}. Add what is missing and release again.`;
  const missing = [
    ...(hasBankAccount ? [] : (['bankAccount'] as const)),
    ...(hasAddress ? [] : (['address'] as const)),
  ];
  return new Refusal('conflict', { rule, field: 'milestoneId', message, receiver: { userId, missing } });
}
