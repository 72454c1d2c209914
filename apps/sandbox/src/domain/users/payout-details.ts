import type { Db } from '../../storage/database.ts';
import { createServiceId } from '../service-id.ts';

/** Details for paying a user out, as they were sent. */
interface PayoutDetails {
  tenantId: string;
  userId: number;
  details: object;
  now: number;
}

/** Adds a bank account to a user and returns its id. */
export async function insertBankAccount(
  db: Db,
  { tenantId, userId, iban, details, now }: PayoutDetails & { iban: string },
): Promise<string> {
  const id = createServiceId('bank');
  await db
    .insertInto('bankAccounts')
    .values({ tenantId, id, userId, iban, detailsJson: JSON.stringify(details), createdAt: now })
    .execute();
  return id;
}

/** Adds an address to a user and returns its id. */
export async function insertAddress(db: Db, { tenantId, userId, details, now }: PayoutDetails): Promise<string> {
  const id = createServiceId('address');
  await db
    .insertInto('addresses')
    .values({ tenantId, id, userId, detailsJson: JSON.stringify(details), createdAt: now })
    .execute();
  return id;
}
