import { createId } from '../../domain/create-id.ts';
import { type GenericUser, getGenericUser } from '../../domain/generic/get-generic-user.ts';
import { Refusal } from '../../domain/refusal.ts';
import { issueUserCredential } from '../../domain/users/issue-user-credential.ts';
import { linkCustomer } from '../../domain/users/link-customer.ts';
import type { components } from '../../generated/service.ts';
import { isUniqueViolation } from '../../storage/errors.ts';
import type { Call, Handler } from './call.ts';
import { envelop, toTimestamp } from './envelope.ts';

/**
 * Links a user by phone (UAPI-1). The same phone is the same user, updated with what is sent. The user is also a customer of
 * the organization, to whom the token belongs: our choice, not shown.
 */
export const linkUser: Handler<'linkUser'> = async (call) => {
  const { trx, tenant, body, now } = call;
  const tenantId = tenant.id;
  const customer = await linkCustomer(trx, { tenantId, customer: { phone: body.phone }, now });
  const user = await getGenericUser(trx, { tenantId, id: await upsertGenericUser(call) });
  return envelop(call, {
    user_id: user.id,
    waffy_token: await issueUserCredential(trx, { tenantId, userId: customer.id, kind: 'legacyUser' }),
    status: statusOf(user),
    verification_required: !user.isIdentityVerified,
    created_at: toTimestamp(user.createdAt),
    ...(user.metadata && { metadata: user.metadata }),
  });
};

/** Writes the user and returns the id. Metadata that is left out stays as it was. */
async function upsertGenericUser({ trx, tenant, body, now }: Call<'linkUser'>): Promise<string> {
  const { email, phone, name, metadata } = body;
  const metadataJson = metadata === undefined ? null : JSON.stringify(metadata);
  const { id } = await trx
    .insertInto('genericUsers')
    .values({
      tenantId: tenant.id,
      id: createId('usr'),
      email,
      phone,
      name,
      metadataJson,
      createdAt: now,
      updatedAt: now,
    })
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

/** Returns a user (UAPI-2). */
export const getUser: Handler<'getUser'> = async (call) => {
  const user = await getGenericUser(call.trx, { tenantId: call.tenant.id, id: call.path.userId });
  return envelop(call, toUserRecord(user));
};

/** Changes what is sent of a user (UAPI-3), and answers with the whole record: our choice, not shown. */
export const updateUser: Handler<'updateUser'> = async (call) => {
  const user = { tenantId: call.tenant.id, id: call.path.userId };
  await getGenericUser(call.trx, user);
  await writeChanges(call).catch(refuseTakenPhone);
  return envelop(call, toUserRecord(await getGenericUser(call.trx, user)));
};

async function writeChanges({ trx, tenant, path, body, now }: Call<'updateUser'>): Promise<void> {
  const { name, phone, metadata } = body;
  await trx
    .updateTable('genericUsers')
    .set({
      ...(name !== undefined && { name }),
      ...(phone !== undefined && { phone }),
      ...(metadata !== undefined && { metadataJson: JSON.stringify(metadata) }),
      updatedAt: now,
    })
    .where('tenantId', '=', tenant.id)
    .where('id', '=', path.userId)
    .execute();
}

/** One phone belongs to one user: our choice, because linking finds a user by the phone. */
function refuseTakenPhone(error: unknown): never {
  if (!isUniqueViolation(error)) throw error;
  const message = 'phone belongs to another user.';
  throw new Refusal('rule_violation', { rule: 'UAPI-3a', field: 'phone', message });
}

type UserRecord = components['schemas']['UserRecord'];

/**
 * A user in the form of the Users API (UAPI-2). The token is shown only when it is issued. A user is `verified` once the
 * national identity is: our choice, not shown.
 */
function toUserRecord(user: GenericUser): UserRecord {
  return {
    user_id: user.id,
    email: user.email,
    phone: user.phone,
    name: user.name,
    ...(user.metadata && { metadata: user.metadata }),
    status: statusOf(user),
    verification_status: {
      email_verified: false,
      phone_verified: user.isPhoneVerified,
      kyc_status: user.isIdentityVerified ? 'approved' : 'pending',
    },
    created_at: toTimestamp(user.createdAt),
    updated_at: toTimestamp(user.updatedAt),
  };
}

/** The two values seen. */
function statusOf({ isIdentityVerified }: GenericUser): 'linked' | 'verified' {
  return isIdentityVerified ? 'verified' : 'linked';
}
