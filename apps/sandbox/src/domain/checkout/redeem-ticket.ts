import type { Db } from '../../storage/database.ts';
import type { Row } from '../../storage/tables.ts';
import { Refusal } from '../refusal.ts';
import { hashSecret } from '../secret.ts';

/** A ticket presented at the checkout of one payment reference. */
export interface PresentedTicket {
  tenantId: string;
  ticket: string;
  shortId: string;
  now: number;
}

/**
 * Uses up a ticket and returns its buyer's user id. A ticket works once, until it expires, and only for its own payment
 * reference (AUTH-7, TICKET-2). If two callers use it at once, one is refused. Call it in a transaction: if the caller refuses
 * afterwards, the ticket is unused again (our choice: not shown).
 */
export async function redeemTicket(trx: Db, { tenantId, ticket, shortId, now }: PresentedTicket): Promise<number> {
  const ticketHash = hashSecret(ticket);
  const row = await findTicket(trx, { tenantId, ticketHash });
  checkTicket(row, { shortId, now });
  const { numUpdatedRows } = await trx
    .updateTable('tickets')
    .set({ usedAt: now })
    .where((eb) => eb.and({ tenantId, ticketHash }))
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new TicketRefusal('used');
  return row.userId;
}

/** Whether a ticket is a used one of this payment and buyer, so that a buyer who reloads the URL can continue. */
export async function isUsedTicketOf(
  db: Db,
  { tenantId, ticket, shortId, userId }: Omit<PresentedTicket, 'now'> & { userId: number },
): Promise<boolean> {
  const row = await findTicket(db, { tenantId, ticketHash: hashSecret(ticket) });
  return row !== undefined && row.usedAt !== null && row.shortId === shortId && row.userId === userId;
}

function findTicket(
  db: Db,
  { tenantId, ticketHash }: { tenantId: string; ticketHash: string },
): Promise<Row<'tickets'> | undefined> {
  return db
    .selectFrom('tickets')
    .where((eb) => eb.and({ tenantId, ticketHash }))
    .selectAll()
    .executeTakeFirst();
}

function checkTicket(
  row: Row<'tickets'> | undefined,
  { shortId, now }: { shortId: string; now: number },
): asserts row is Row<'tickets'> {
  if (!row) throw new TicketRefusal('unknown');
  if (row.shortId !== shortId) throw new TicketRefusal('otherPayment');
  if (row.usedAt !== null) throw new TicketRefusal('used');
  if (row.expiresAt <= now) throw new TicketRefusal('expired');
}

/** The reasons why a ticket is invalid. */
export type TicketFault = 'unknown' | 'otherPayment' | 'used' | 'expired';

const faults: Record<TicketFault, { rule: string; what: string }> = {
  unknown: { rule: 'AUTH-7a', what: 'This ticket was not issued to this client.' },
  otherPayment: {
    rule: 'TICKET-2',
    what: 'This ticket was issued for another payment reference than the shortId of this URL.',
  },
  used: { rule: 'AUTH-7a', what: 'This ticket was used before; a ticket opens the checkout once.' },
  expired: { rule: 'AUTH-7a', what: 'This ticket has expired.' },
};

/** An invalid ticket. `fault` says why, for the buyer's page. */
export class TicketRefusal extends Refusal {
  readonly fault: TicketFault;

  constructor(fault: TicketFault) {
    const { rule, what } = faults[fault];
    const message = `${what} Ask for a ticket with scope payment:<shortId> right before the redirect.`;
    super('unauthorized', { rule, field: 'ticket', message });
    this.fault = fault;
  }
}
