import { requestExample } from '../bundle-copy.ts';
import { type SchemaCase, without } from './schema-case.ts';

const ticketForm = requestExample('requestTicket', 'forShortId');
const event = { contractId: 'milestone-1', status: 'PAID', referenceId: 'reference-1' };

export const paymentCases: SchemaCase[] = [
  {
    rule: 'PAY-1',
    schema: 'StartedPayment',
    accepted: {
      title: 'a checkout URL as data is accepted',
      value: { data: 'https://checkout.escrow.example/external/aB3xK9?client_id=sandbox-client' },
    },
    refused: {
      title: 'an object as data is refused',
      value: { data: { url: 'https://checkout.escrow.example/external/aB3xK9' } },
      at: 'data',
    },
  },
  ...['grant_type', 'client_id', 'client_secret', 'login_hint', 'scope'].map((name) => ({
    rule: 'TICKET-1a',
    schema: 'TicketRequest',
    accepted: { title: `a form with ${name} is accepted`, value: ticketForm },
    refused: { title: `a form without ${name} is refused`, value: without(ticketForm, name), at: name },
  })),
  {
    rule: 'TICKET-1b',
    schema: 'TicketRequest',
    accepted: { title: 'the scope of a shortId is accepted', value: { ...ticketForm, scope: 'payment:zz9' } },
    refused: { title: 'a scope without payment is refused', value: { ...ticketForm, scope: 'aB3xK9' }, at: 'scope' },
  },
  {
    rule: 'TICKET-1b',
    schema: 'TicketRequest',
    accepted: { title: 'the one grant type is accepted', value: ticketForm },
    refused: {
      title: 'another grant type is refused',
      value: { ...ticketForm, grant_type: 'client_credentials' },
      at: 'grant_type',
    },
  },
  {
    rule: 'TICKET-1',
    schema: 'Ticket',
    accepted: { title: 'a ticket with its lifetime is accepted', value: { ticket: 'ticket-1', expiresIn: 300 } },
    refused: {
      title: 'a ticket under data is refused',
      value: { data: { ticket: 'ticket-1', expiresIn: 300 } },
      at: 'ticket',
    },
  },
  {
    rule: 'TICKET-3',
    schema: 'TicketRefusal',
    accepted: { title: 'consent_rejected is accepted', value: { error: 'consent_rejected' } },
    refused: { title: 'a refusal without error is refused', value: {}, at: 'error' },
  },
  {
    rule: 'TICKET-4',
    schema: 'TicketRefusal',
    accepted: { title: 'invalid_grant is accepted', value: { error: 'invalid_grant' } },
    refused: {
      title: 'an error that is not a string is refused',
      value: { error: { code: 'invalid_grant' } },
      at: 'error',
    },
    named: 'TICKET-3',
  },
  {
    rule: 'HOOK-1',
    schema: 'ContractEvent',
    accepted: { title: 'PAID with its three fields is accepted', value: event },
    refused: { title: 'PAID without referenceId is refused', value: without(event, 'referenceId'), at: 'referenceId' },
  },
  {
    rule: 'HOOK-1',
    schema: 'ContractEvent',
    accepted: { title: 'another status with nothing else is accepted', value: { status: 'ANOTHER' } },
    refused: { title: 'an event without status is refused', value: without(event, 'status'), at: 'status' },
  },
];
