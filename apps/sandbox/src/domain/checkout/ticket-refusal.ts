import { Refusal } from '../refusal.ts';

/** What can be wrong with a ticket. */
export type TicketFault = 'unknown' | 'otherPayment' | 'used' | 'expired';

const faults: Record<TicketFault, { rule: string; what: string }> = {
  unknown: { rule: 'AUTH-7', what: 'This ticket was not issued to this client.' },
  otherPayment: {
    rule: 'TICKET-2',
    what: 'This ticket was issued for another payment reference than the shortId of this URL.',
  },
  used: { rule: 'AUTH-7', what: 'This ticket was used before; a ticket opens the checkout once.' },
  expired: { rule: 'AUTH-7', what: 'This ticket has expired.' },
};

/** A ticket that opens nothing. `fault` says why, for a page that tells the buyer. */
export class TicketRefusal extends Refusal {
  readonly fault: TicketFault;

  constructor(fault: TicketFault) {
    const { rule, what } = faults[fault];
    const message = `${what} Ask for a ticket with scope payment:<shortId> right before the redirect.`;
    super('unauthorized', { rule, field: 'ticket', message });
    this.fault = fault;
  }
}
