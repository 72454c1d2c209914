import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { DomainError } from '../domain/refusal.ts';
import { writeUserId } from '../domain/service-id.ts';
import { findUserByPhone, issueUserCredential, setConsent } from '../domain/users.ts';
import type { Store } from '../store/store.ts';
import type { Row } from '../store/tables.ts';
import { type ControlHandlers, readFirst } from './control-call.ts';

type DescribedUser = ControlSchema<'User'>;

/** Users: their consent, passwords and tokens. */
export const peopleHandlers = {
  listUsers: ({ service: { store }, tenant: { id: tenantId }, query }) => {
    const { first, ...more } = readFirst(query, (limit) =>
      store.all<Omit<DescribedUser, 'userId' | 'isIdentityVerified'> & Pick<Row<'users'>, 'id' | 'identityVerified'>>(
        `select id, phone as phoneNumber, firstName, lastName, consent, ${countOf('bankAccounts')}, ${countOf('addresses')},
           identityVerified, createdAt
         from users where tenantId = $tenantId order by phone limit $limit`,
        { tenantId, limit },
      ),
    );
    const users = first.map(({ id, identityVerified, ...user }) => ({
      userId: writeUserId(id),
      ...user,
      isIdentityVerified: identityVerified === 1,
    }));
    return { users, ...more };
  },

  /** Answers for the user, as the consent link does (USER-3, USER-4). */
  setConsent: ({ service: { store }, tenant: { id: tenantId }, path: { phoneNumber }, body: { status } }) => {
    setConsent(store, { tenantId, userId: requireUserId(store, { tenantId, phoneNumber }), consent: status });
    return { phoneNumber, status };
  },

  /** Issues a token for the legacy checkout and the SDK script (AUTH-10). How the service issues it is not shown. */
  issueCustomerToken: ({ service: { store }, tenant: { id: tenantId }, path: { phoneNumber } }) => {
    const userId = requireUserId(store, { tenantId, phoneNumber });
    return { phoneNumber, customerToken: issueUserCredential(store, { tenantId, userId, kind: 'legacyCustomer' }) };
  },

  /** Lists the passwords that a phone received; empty for an unknown phone. */
  listOtps: ({ service: { store }, tenant, path }) => ({
    otps: store
      .list('otps', { tenantId: tenant.id, phone: path.phoneNumber }, 'createdAt desc, id desc')
      .map(({ type, code, expiresAt, usedAt, createdAt }) => ({ type, otp: code, expiresAt, usedAt, createdAt })),
  }),
} satisfies Partial<ControlHandlers>;

/** SQL: how many rows of a table the user in the same row has; null without a user. */
export const countOf = (table: 'bankAccounts' | 'addresses'): string =>
  `iif(users.id is null, null, (
     select count(*) from ${table} where ${table}.tenantId = users.tenantId and ${table}.userId = users.id
   )) as ${table}`;

function requireUserId(store: Store, { tenantId, phoneNumber }: { tenantId: string; phoneNumber: string }): number {
  const user = findUserByPhone(store, { tenantId, phone: phoneNumber });
  if (user) return user.id;
  const message =
    'No user of this organization has this phone number. Register the customer first, and write the number as registered, such as +966500000001.';
  throw new DomainError('not_found', { field: 'phoneNumber', message });
}
