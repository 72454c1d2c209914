import { createRandomText } from '../../domain/create-id.ts';
import { Refusal } from '../../domain/refusal.ts';
import { hashSecret, matchesSecret } from '../../domain/secret-hash.ts';
import { findUserByPhone, hintOfPhone, type User } from '../../domain/users/user.ts';
import type { Call, Handler } from './call.ts';

/** The lifetime of a ticket, as in the sample (LIMIT-1). In seconds: our choice, the unit is not shown. */
const ticketLifetimeInSeconds = 300;

/** Length of a ticket's random part: 158 bits. */
const ticketLength = 32;

/**
 * Issues a ticket for one buyer and one payment (TICKET-1), even while consent is PENDING (TICKET-5). An unknown shortId is not
 * refused here; later calls fail (TICKET-2).
 */
export const requestTicket: Handler<'requestTicket'> = async (call) => {
  const { trx, tenant, body, now } = call;
  if (!matchesSecret(body.client_secret, tenant.clientSecretHash)) {
    const message = 'Send the client id and client secret of the organization.';
    throw new Refusal('unauthorized', { rule: 'AUTH-6a', field: 'client_secret', message });
  }
  const user = await findBuyer(call);
  const ticket = `ticket_${createRandomText(ticketLength)}`;
  await trx
    .insertInto('tickets')
    .values({
      tenantId: tenant.id,
      ticketHash: hashSecret(ticket),
      userId: user.id,
      shortId: body.scope.replace(/^payment:/, ''),
      expiresAt: now + ticketLifetimeInSeconds * 1000,
      usedAt: null,
    })
    .execute();
  return { ticket, expiresIn: ticketLifetimeInSeconds };
};

async function findBuyer({ trx, tenant, body }: Call<'requestTicket'>): Promise<User> {
  const user = await findUserByPhone(trx, { tenantId: tenant.id, phone: body.login_hint });
  const field = 'login_hint';
  if (!user) {
    const hint = hintOfPhone(body.login_hint);
    const message = `The buyer is not linked to this client: register or link the buyer first.${hint}`;
    throw new Refusal('invalid_grant', { rule: 'TICKET-4', field, message });
  }
  if (user.consent === 'DECLINED') {
    const message =
      'The buyer declined: a fresh consent link, an OTP or a checkout login reverses that, then try again.';
    throw new Refusal('consent_rejected', { rule: 'TICKET-3', field, message });
  }
  return user;
}
