import type { Db } from '../../storage/database.ts';
import { Refusal } from '../refusal.ts';
import { hashSecret } from '../secret-hash.ts';

/**
 * Finds whom a legacy customer token stands for (AUTH-10, CHECKOUT-3). Refuses the password of a sign-up (LEGACY-2), and
 * whatever else is no customer token of the client.
 */
export async function identifyLegacyBuyer(
  db: Db,
  { tenantId, customerToken }: { tenantId: string; customerToken: string },
): Promise<number> {
  const row = await db
    .selectFrom('credentials')
    .where('tenantId', '=', tenantId)
    .where('tokenHash', '=', hashSecret(customerToken))
    .select(['kind', 'userId'])
    .executeTakeFirst();
  if (row?.kind === 'legacyCustomer' && row.userId !== null) return row.userId;
  const field = 'userTokenUrl';
  if (row?.kind === 'clientUserToken') {
    const message =
      "userTokenUrl holds a clientUserToken, the customer's password, which no browser may see. Send a payment ticket.";
    throw new Refusal('unauthorized', { rule: 'LEGACY-2', field, message });
  }
  const message = 'userTokenUrl is no customer token of this client. Send a payment ticket, which replaces it.';
  throw new Refusal('unauthorized', { rule: 'AUTH-10', field, message });
}
