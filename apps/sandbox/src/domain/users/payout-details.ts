import type { Db } from '../../storage/database.ts';
import { createId } from '../create-id.ts';

/** Adds a bank account to a user and returns its id. `details` is what was sent. */
export async function insertBankAccount(
  db: Db,
  {
    tenantId,
    userId,
    iban,
    details,
    now,
  }: { tenantId: string; userId: number; iban: string; details: object; now: number },
): Promise<string> {
  const id = createId('bank');
  await db
    .insertInto('bankAccounts')
    .values({ tenantId, id, userId, iban, detailsJson: JSON.stringify(details), createdAt: now })
    .execute();
  return id;
}

/** Adds an address to a user and returns its id. `details` is what was sent. */
export async function insertAddress(
  db: Db,
  { tenantId, userId, details, now }: { tenantId: string; userId: number; details: object; now: number },
): Promise<string> {
  const id = createId('address');
  await db
    .insertInto('addresses')
    .values({ tenantId, id, userId, detailsJson: JSON.stringify(details), createdAt: now })
    .execute();
  return id;
}
