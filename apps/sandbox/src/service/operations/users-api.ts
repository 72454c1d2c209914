import type { components } from '@escrow-kit/client/schema';
import {
  type GenericUser,
  getGenericUser,
  updateGenericUser,
  upsertGenericUser,
} from '../../domain/generic/generic-user.ts';
import { requireObject, requireText, requireTexts } from '../../domain/require-shape.ts';
import { issueUserCredential } from '../../domain/users/issue-user-credential.ts';
import { linkCustomer } from '../../domain/users/link-customer.ts';
import type { Handler } from './call.ts';
import { envelop, toTimestamp } from './envelope.ts';

/**
 * Links a user by phone (UAPI-1). The same phone is the same user, updated with what is sent. The user is also a customer of
 * the organization, to whom the token belongs: our choice, not shown.
 */
export const linkUser: Handler<'linkUser'> = async (call) => {
  const { trx, tenant, body, now } = call;
  requireObject(body, { rule: 'UAPI-1', field: 'body' });
  const { email, phone, name } = body;
  requireTexts({ email, phone, name }, 'UAPI-1');
  const tenantId = tenant.id;
  const customer = await linkCustomer(trx, { tenantId, customer: { phone }, now });
  const id = await upsertGenericUser(trx, { tenantId, user: body, now });
  const user = await getGenericUser(trx, { tenantId, id });
  return envelop(call, {
    user_id: user.id,
    waffy_token: await issueUserCredential(trx, { tenantId, userId: customer.id, kind: 'legacyUser' }),
    status: statusOf(user),
    verification_required: !user.isIdentityVerified,
    created_at: toTimestamp(user.createdAt),
    ...(user.metadata && { metadata: user.metadata }),
  });
};

/** Returns a user (UAPI-2). */
export const getUser: Handler<'getUser'> = async (call) => {
  const user = await getGenericUser(call.trx, { tenantId: call.tenant.id, id: call.path.userId });
  return envelop(call, toUserRecord(user));
};

/** Changes what is sent of a user (UAPI-3), and answers with the whole record: our choice, not shown. */
export const updateUser: Handler<'updateUser'> = async (call) => {
  const { trx, tenant, path, body, now } = call;
  requireObject(body, { rule: 'UAPI-3', field: 'body' });
  requireText({ name: body.name, phone: body.phone }, 'UAPI-3');
  const key = { tenantId: tenant.id, id: path.userId };
  await getGenericUser(trx, key);
  await updateGenericUser(trx, { ...key, change: body, now });
  return envelop(call, toUserRecord(await getGenericUser(trx, key)));
};

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
