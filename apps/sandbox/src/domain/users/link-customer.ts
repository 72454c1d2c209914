import type { Db } from '../../storage/database.ts';
import { createIdNumber } from '../service-id.ts';
import { issueOtp } from './one-time-password.ts';

/** A customer as the organization sends it. Omitted fields stay as they were. */
export interface Customer {
  phone: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
  clientUserId?: string | undefined;
}

/**
 * Registers a user with a phone, or links the existing one (USER-2). The consent of a new user is PENDING; that of a known user
 * stays (USER-3). Either way a fresh SERVICE_OTP goes out, with which the user can give consent. Two calls at once for one
 * phone create one user. Returns whether the phone was known before, too.
 */
export async function linkCustomer(
  db: Db,
  { tenantId, customer, now }: { tenantId: string; customer: Customer; now: number },
) {
  const newId = createIdNumber('user');
  const { id, identification } = await db
    .insertInto('users')
    .values({
      tenantId,
      id: newId,
      identification: createIdNumber('identification'),
      ...customer,
      consent: 'PENDING',
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
