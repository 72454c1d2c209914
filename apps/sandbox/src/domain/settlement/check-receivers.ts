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
  const needsAddress = tenant.settings.settlement.cashOut === 'BANK_TRANSFER';
  for (const userId of userIds) {
    const key = { tenantId: tenant.id, userId };
    const missing: Missing[] = [];
    if (!(await hasOne(db, { table: 'bankAccounts', ...key }))) missing.push('bankAccount');
    if (needsAddress && !(await hasOne(db, { table: 'addresses', ...key }))) missing.push('address');
    if (missing.length > 0) throw receiverRefusal(userId, missing);
  }
}

type Missing = keyof typeof lacks;
const lacks = { bankAccount: 'no bank account', address: 'no address' };

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

function receiverRefusal(userId: number, missing: Missing[]): Refusal {
  const rule = missing.includes('bankAccount') ? 'BANK-3' : 'ADDR-2';
  const what = missing.map((one) => lacks[one]).join(' and ');
  const message = `User ${userId} receives money from this milestone and has ${what}. Add what is missing and release again.`;
  return new Refusal('conflict', { rule, field: 'milestoneId', message, receiver: { userId, missing } });
}
