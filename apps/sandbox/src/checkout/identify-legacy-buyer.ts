import { Refusal } from '../refusal.ts';
import { hashSecret } from '../secret-hash.ts';
import type { Db } from '../storage/database.ts';

/**
 * Finds whom a legacy customer token stands for (AUTH-10, CHECKOUT-3). Undefined where it stands for any user, as the
 * default tenant's does. Refuses a token that the client does not have.
 */
export async function identifyLegacyBuyer(
  db: Db,
  { tenantId, userToken }: { tenantId: string; userToken: string },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('credentials')
    .where('tenantId', '=', tenantId)
    .where('tokenHash', '=', hashSecret(userToken))
    .where('kind', '=', 'legacyUser')
    .select('userId')
    .executeTakeFirst();
  if (row) return row.userId ?? undefined;
  const message = 'userTokenUrl is no customer token of this client. Send a payment ticket, which replaces it.';
  throw new Refusal('unauthorized', { rule: 'AUTH-10', field: 'userTokenUrl', message });
}
