import { createId } from '../../domain/create-id.ts';
import { getGenericUser } from '../../domain/generic/get-generic-user.ts';
import { issueUserCredential } from '../../domain/users/issue-user-credential.ts';
import { linkCustomer } from '../../domain/users/link-customer.ts';
import type { Call, Handler } from './call.ts';
import { envelop, toTimestamp } from './envelope.ts';
import { statusOf } from './to-user-record.ts';

/**
 * Links a user by phone (UAPI-1): the same phone is the same user, changed to what is sent. The user is also a customer of
 * the organization, whom the token stands for: our choice, not shown.
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
