import { Refusal } from '../refusal.ts';
import { createSecret, hashSecret } from '../secret.ts';
import type { TenantCall } from '../tenants/tenant-call.ts';
import { hintOfPhone } from '../users/phone.ts';
import { findUserByPhone, type User } from '../users/user.ts';

/** The lifetime of a ticket, as in the sample (LIMIT-1). In seconds: our choice, the unit is not shown. */
const ticketLifetimeInSeconds = 300;

/**
 * Issues a ticket for one buyer and one payment reference (TICKET-1). Only its hash is stored. An unknown reference is not
 * refused here; later calls fail (TICKET-2). Throws if the buyer is unknown (TICKET-4) or has declined (TICKET-3).
 */
export async function issueTicket(
  { trx, tenant, now }: TenantCall,
  { phone, shortId }: { phone: string; shortId: string },
): Promise<{ ticket: string; expiresIn: number }> {
  const user = checkBuyer(await findUserByPhone(trx, { tenantId: tenant.id, phone }), phone);
  const ticket = createSecret('ticket');
  await trx
    .insertInto('tickets')
    .values({
      tenantId: tenant.id,
      ticketHash: hashSecret(ticket),
      userId: user.id,
      shortId,
      expiresAt: now + ticketLifetimeInSeconds * 1000,
      usedAt: null,
    })
    .execute();
  return { ticket, expiresIn: ticketLifetimeInSeconds };
}

/** A PENDING consent is fine, because the buyer can give it at the checkout (TICKET-5). */
function checkBuyer(user: User | undefined, phone: string): User {
  const field = 'login_hint';
  if (!user) {
    const message = `The buyer is not linked to this client: register or link the buyer first.${hintOfPhone(phone)}`;
    throw new Refusal('invalid_grant', { rule: 'TICKET-4', field, message });
  }
  if (user.consent === 'DECLINED') {
    const message =
      'The buyer declined: a fresh consent link, an OTP or a checkout login reverses that, then try again.';
    throw new Refusal('consent_rejected', { rule: 'TICKET-3', field, message });
  }
  return user;
}
