import type { Db } from '../../storage/database.ts';
import type { Row } from '../../storage/tables.ts';
import { Refusal } from '../refusal.ts';

/** A user of the Users API, with what is known about the customer with that phone. */
export interface GenericUser {
  id: string;
  email: string;
  phone: string;
  name: string;
  metadata: Record<string, unknown> | undefined;
  /** Whether the customer with this phone gave consent, by a one-time password or at the checkout. */
  isPhoneVerified: boolean;
  isIdentityVerified: boolean;
  createdAt: number;
  updatedAt: number;
}

/** Finds a user by the `user_id`. Throws if it is unknown (UAPI-5). */
export async function getGenericUser(db: Db, { tenantId, id }: { tenantId: string; id: string }): Promise<GenericUser> {
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
  if (row) return rowToGenericUser(row);
  throw new Refusal('not_found', { rule: 'UAPI-5', field: 'userId', message: 'No such user: link the user first.' });
}

type GenericUserRow = Row<'genericUsers'> & { consent: string | null; identityVerified: number | null };

function rowToGenericUser({ metadataJson, consent, identityVerified, ...row }: GenericUserRow): GenericUser {
  return {
    id: row.id,
    email: row.email,
    phone: row.phone,
    name: row.name,
    metadata: metadataJson === null ? undefined : (JSON.parse(metadataJson) as Record<string, unknown>),
    isPhoneVerified: consent === 'GRANTED',
    isIdentityVerified: identityVerified === 1,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}
