import type { Db } from '../../storage/database.ts';
import { isUniqueViolation } from '../../storage/errors.ts';
import { Refusal } from '../refusal.ts';
import { createServiceId } from '../service-id.ts';

/** A user of the Users API, with what is known about the customer with that phone. */
export type GenericUser = Awaited<ReturnType<typeof getGenericUser>>;

/** Finds a user by the `user_id`. Throws if it is unknown (UAPI-5). */
export async function getGenericUser(db: Db, { tenantId, id }: { tenantId: string; id: string }) {
  const row = await db
    .selectFrom('genericUsers')
    .leftJoin('users', (join) =>
      join.onRef('users.tenantId', '=', 'genericUsers.tenantId').onRef('users.phone', '=', 'genericUsers.phone'),
    )
    .where('genericUsers.tenantId', '=', tenantId)
    .where('genericUsers.id', '=', id)
    .selectAll('genericUsers')
    .select(['users.consent', 'users.identityVerified'])
    .executeTakeFirst();
  if (!row) {
    const message = 'No such user: link the user first.';
    throw new Refusal('not_found', { rule: 'UAPI-5', field: 'userId', message });
  }
  const { metadataJson, consent, identityVerified, ...user } = row;
  return {
    ...user,
    metadata: metadataJson === null ? undefined : (JSON.parse(metadataJson) as Record<string, unknown>),
    /** The customer with this phone gave consent, by a one-time password or at the checkout. */
    isPhoneVerified: consent === 'GRANTED',
    isIdentityVerified: identityVerified === 1,
  };
}

/** The details of a user of the Users API, as the organization sends them. */
export interface GenericUserDetails {
  email: string;
  phone: string;
  name: string;
  metadata?: Record<string, unknown> | undefined;
}

/** Writes the user with a phone and returns the id. Metadata that is left out stays as it was. */
export async function upsertGenericUser(
  db: Db,
  { tenantId, user, now }: { tenantId: string; user: GenericUserDetails; now: number },
): Promise<string> {
  const { email, phone, name, metadata } = user;
  const metadataJson = metadata === undefined ? null : JSON.stringify(metadata);
  const { id } = await db
    .insertInto('genericUsers')
    .values({ tenantId, id: createServiceId('usr'), email, phone, name, metadataJson, createdAt: now, updatedAt: now })
    .onConflict((conflict) =>
      conflict.columns(['tenantId', 'phone']).doUpdateSet(({ fn, ref }) => ({
        email: ref('excluded.email'),
        name: ref('excluded.name'),
        metadataJson: fn.coalesce('excluded.metadataJson', 'genericUsers.metadataJson'),
        updatedAt: now,
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The fields of a user to change. */
export type GenericUserChange = { [Field in 'name' | 'phone' | 'metadata']?: GenericUserDetails[Field] | undefined };

/** Changes the given fields of a user. Throws if the phone belongs to another user (UAPI-3a). */
export async function updateGenericUser(
  db: Db,
  { tenantId, id, change, now }: { tenantId: string; id: string; change: GenericUserChange; now: number },
): Promise<void> {
  const { name, phone, metadata } = change;
  await db
    .updateTable('genericUsers')
    .set({
      ...(name !== undefined && { name }),
      ...(phone !== undefined && { phone }),
      ...(metadata !== undefined && { metadataJson: JSON.stringify(metadata) }),
      updatedAt: now,
    })
    .where((eb) => eb.and({ tenantId, id }))
    .execute()
    .catch(refuseTakenPhone);
}

/** A phone belongs to one user: our choice, because linking finds a user by the phone. */
function refuseTakenPhone(error: unknown): never {
  if (!isUniqueViolation(error)) throw error;
  const message = 'phone belongs to another user.';
  throw new Refusal('rule_violation', { rule: 'UAPI-3a', field: 'phone', message });
}
