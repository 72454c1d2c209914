import { checkInput } from '../input/check-request.ts';
import type { Check } from '../rules/check.ts';
import { alwaysRequired, object } from '../rules/containers.ts';
import { text } from '../rules/values.ts';
import { type ShortId, scopeToken } from './checkout-url.ts';

/** The buyer and the payment that a ticket is for. */
export interface TicketFor {
  /** The short id in the checkout URL, never another kind of id (TICKET-2). */
  shortId: ShortId;
  /** The buyer's phone, as it was registered. */
  buyerPhone: string;
}

const ticketForCheck: Check = object({
  properties: {
    shortId: alwaysRequired(text({ pattern: scopeToken, remedy: 'Take it from startPayment.' })),
    buyerPhone: alwaysRequired(text({ remedy: 'Give the phone that the buyer was registered with.' })),
  },
});

/**
 * Reads whom and what a ticket is for. Its errors name the fields as the caller does, where those of the operation name the form's.
 * @throws EscrowError `rule_violation` if one is missing, or cannot be sent.
 */
export const readTicketFor = (given: TicketFor | undefined): TicketFor =>
  checkInput(ticketForCheck, { ...given }, { checks: 'none', details: { operationId: 'requestTicket' } });
