import { findUserByPhone } from '../../users/find-user.ts';
import { listUsers as list } from '../../users/list-users.ts';
import { setConsent as set } from '../../users/set-consent.ts';
import type { ControlHandler } from '../control-call.ts';
import { ControlRefusal } from '../control-refusal.ts';
import { pageLimit, toPage } from '../page.ts';

/** Lists users by phone number. */
export const listUsers: ControlHandler<'listUsers'> = async ({ service: { db }, tenant, query }) => {
  const limit = pageLimit(query);
  const { cursor, q } = query;
  const users = await list(db, { tenantId: tenant.id, after: cursor, text: q, limit: limit + 1 });
  const { entries, nextCursor } = toPage(users, { limit, idOf: ({ phoneNumber }) => phoneNumber });
  return { users: entries, nextCursor };
};

/** Answers for the user, as the consent link does (USER-3, USER-4). */
export const setConsent: ControlHandler<'setConsent'> = async ({ service: { db }, tenant, path, body }) => {
  const { phoneNumber } = path;
  const user = await findUserByPhone(db, { tenantId: tenant.id, phone: phoneNumber });
  if (!user) {
    const message = 'No user of this organization has this phone number: register the customer first.';
    throw new ControlRefusal('not_found', { field: 'phoneNumber', message });
  }
  await set(db, { tenantId: tenant.id, userId: user.id, consent: body.status });
  return { phoneNumber, status: body.status };
};

/** Lists what the phone received; nothing for a phone that nobody knows. */
export const listOtps: ControlHandler<'listOtps'> = async ({ service: { db }, tenant, path }) => {
  const otps = await db
    .selectFrom('otps')
    .where('tenantId', '=', tenant.id)
    .where('phone', '=', path.phoneNumber)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .select(['type', 'code as otp', 'expiresAt', 'usedAt', 'createdAt'])
    .execute();
  return { otps };
};
