import { requestExample } from '../document-parts.ts';
import { type SchemaCase, without } from './schema-case.ts';

const ticketForm = requestExample('requestTicket', 'forShortId');
const event = { contractId: 'milestone-1', status: 'PAID', referenceId: 'reference-1' };

export const paymentCases: SchemaCase[] = [
  {
    rule: 'PAY-1',
    schema: 'StartedPayment',
    accepts: [
      'a checkout URL as data is accepted',
      { data: 'https://checkout.escrow.example/external/aB3xK9?client_id=sandbox-client' },
    ],
    refuses: ['an object as data is refused', { data: { url: 'https://checkout.escrow.example/external/aB3xK9' } }],
    at: 'data',
  },
  ...['grant_type', 'client_id', 'client_secret', 'login_hint', 'scope'].map(
    (name): SchemaCase => ({
      rule: 'TICKET-1a',
      schema: 'TicketRequest',
      accepts: [`a form with ${name} is accepted`, ticketForm],
      refuses: [`a form without ${name} is refused`, without(ticketForm, name)],
      at: name,
    }),
  ),
  {
    rule: 'TICKET-1b',
    schema: 'TicketRequest',
    accepts: ['the scope of a shortId is accepted', { ...ticketForm, scope: 'payment:zz9' }],
    refuses: ['a scope without payment is refused', { ...ticketForm, scope: 'aB3xK9' }],
    at: 'scope',
  },
  {
    rule: 'TICKET-1b',
    schema: 'TicketRequest',
    accepts: ['the one grant type is accepted', ticketForm],
    refuses: ['another grant type is refused', { ...ticketForm, grant_type: 'client_credentials' }],
    at: 'grant_type',
  },
  {
    rule: 'TICKET-1',
    schema: 'Ticket',
    accepts: ['a ticket with its lifetime is accepted', { ticket: 'ticket-1', expiresIn: 300 }],
    refuses: ['a ticket under data is refused', { data: { ticket: 'ticket-1', expiresIn: 300 } }],
    at: 'ticket',
  },
  {
    rule: 'TICKET-3',
    schema: 'TicketRefusal',
    accepts: ['consent_rejected is accepted', { error: 'consent_rejected' }],
    refuses: ['a refusal without error is refused', {}],
    at: 'error',
  },
  {
    rule: 'TICKET-4',
    schema: 'TicketRefusal',
    accepts: ['invalid_grant is accepted', { error: 'invalid_grant' }],
    refuses: ['an error that is not a string is refused', { error: { code: 'invalid_grant' } }],
    at: 'error',
    named: 'TICKET-3',
  },
  {
    rule: 'HOOK-1',
    schema: 'ContractEvent',
    accepts: ['PAID with its three fields is accepted', event],
    refuses: ['PAID without referenceId is refused', without(event, 'referenceId')],
    at: 'referenceId',
  },
  {
    rule: 'HOOK-1',
    schema: 'ContractEvent',
    accepts: ['another status with nothing else is accepted', { status: 'ANOTHER' }],
    refuses: ['an event without status is refused', without(event, 'status')],
    at: 'status',
  },
];
