import type { Db } from '../../storage/database.ts';
import { createNumericId } from '../create-id.ts';
import { issueOtp } from './one-time-password.ts';

/** What an organization says of a customer. What is left out stays as it was. */
export interface Customer {
  phone: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
  clientUserId?: string | undefined;
}

/** A customer after linking. */
export interface LinkedCustomer {
  id: number;
  identification: number;
  /** The phone was known before. */
  isKnown: boolean;
}

/**
 * Registers the user of a phone, or links the one that has it (USER-2). A new one's consent is PENDING, a known one's
 * stays (USER-3). Either way a fresh SERVICE_OTP goes out, by which consent can be given. Two calls at once for one
 * phone make one user.
 */
export async function linkCustomer(
  db: Db,
  { tenantId, customer, now }: { tenantId: string; customer: Customer; now: number },
): Promise<LinkedCustomer> {
  const newId = createNumericId();
  const { id, identification } = await db
    .insertInto('users')
    .values({
      tenantId,
      id: newId,
      identification: createNumericId(),
      phone: customer.phone,
      firstName: customer.firstName ?? null,
      lastName: customer.lastName ?? null,
      clientUserId: customer.clientUserId ?? null,
      consent: 'PENDING',
      nationalId: null,
      identityVerified: 0,
      createdAt: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenantId', 'phone']).doUpdateSet(({ fn }) => ({
        firstName: fn.coalesce('excluded.firstName', 'users.firstName'),
        lastName: fn.coalesce('excluded.lastName', 'users.lastName'),
        clientUserId: fn.coalesce('excluded.clientUserId', 'users.clientUserId'),
      })),
    )
    .returning(['id', 'identification'])
    .executeTakeFirstOrThrow();
  await issueOtp(db, { tenantId, userId: id, phone: customer.phone, type: 'SERVICE_OTP', now });
  return { id, identification, isKnown: id !== newId };
}
