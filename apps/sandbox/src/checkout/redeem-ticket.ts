import { Refusal } from '../refusal.ts';
import { hashSecret } from '../secret-hash.ts';
import type { Db } from '../storage/database.ts';
import type { Row } from '../storage/tables.ts';

/** A ticket presented at the checkout of one payment reference. */
export interface PresentedTicket {
  tenantId: string;
  ticket: string;
  shortId: string;
  now: number;
}

/**
 * Uses up a ticket and returns its buyer's user id. A ticket works once, until it expires, and for its own payment
 * reference only (AUTH-7, TICKET-2). Of two that use it at once, one is refused. Call it in a transaction: where the
 * caller refuses afterwards, the ticket is unused again (our choice: not shown).
 */
export async function redeemTicket(trx: Db, { tenantId, ticket, shortId, now }: PresentedTicket): Promise<number> {
  const ticketHash = hashSecret(ticket);
  const row = await trx
    .selectFrom('tickets')
    .where('tenantId', '=', tenantId)
    .where('ticketHash', '=', ticketHash)
    .selectAll()
    .executeTakeFirst();
  checkTicket(row, { shortId, now });
  const { numUpdatedRows } = await trx
    .updateTable('tickets')
    .set({ usedAt: now })
    .where('tenantId', '=', tenantId)
    .where('ticketHash', '=', ticketHash)
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw usedTwice();
  return row.userId;
}

function checkTicket(
  row: Row<'tickets'> | undefined,
  { shortId, now }: { shortId: string; now: number },
): asserts row is Row<'tickets'> {
  if (!row) throw refuseTicket('AUTH-7', 'This ticket was not issued to this client.');
  if (row.shortId !== shortId) {
    throw refuseTicket(
      'TICKET-2',
      'This ticket was issued for another payment reference than the shortId of this URL.',
    );
  }
  if (row.usedAt !== null) throw usedTwice();
  if (row.expiresAt <= now) throw refuseTicket('AUTH-7', 'This ticket has expired.');
}

function usedTwice(): Refusal {
  return refuseTicket('AUTH-7', 'This ticket was used before; a ticket opens the checkout once.');
}

function refuseTicket(rule: string, what: string): Refusal {
  const message = `${what} Ask for a ticket with scope payment:<shortId> right before the redirect.`;
  return new Refusal('unauthorized', { rule, field: 'ticket', message });
}
