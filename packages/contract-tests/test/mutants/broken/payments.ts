import { type Call, Refusal } from '@escrow-kit/sandbox/testing';
import {
  alsoBlaming,
  changeAnswer,
  changeField,
  changeResult,
  type Fault,
  type Faults,
  ignoreViolationsOf,
  implied,
  rename,
  wrapHandler,
} from '../ways.ts';

const consentOf = ({ store, body }: Call<'requestTicket'>): string | undefined =>
  store.find('users', { phone: body.login_hint })?.consent;

/** Gives a ticket to buyers of this consent, whatever the service says. */
const giveTicketTo = (consent: string | undefined): Fault =>
  wrapHandler('requestTicket', (shipped, call) =>
    consentOf(call) === consent ? { ticket: 'ticket_of_nobody', expiresIn: 300 } : shipped(call),
  );

const otherError = (from: string, to: string): Fault =>
  changeField('requestTicket', 'error', (error) => (error === from ? to : error), 400);

/** Sandboxes that are wrong about payments and tickets. */
export const brokenPayments: Faults = {
  'PAY-1 wraps the checkout URL in an object': changeField('startPayment', 'data', (url) => ({ url })),
  'PAY-1 has no query in the checkout URL': changeField('startPayment', 'data', (url) => url.split('?')[0]),
  'PAY-1 has no shortId in the checkout URL': changeField('startPayment', 'data', (url) =>
    url.replace('/external/', '/'),
  ),
  'PAY-4 answers a milestone that does not exist with 404': changeAnswer('startPayment', 500, { status: 404 }),
  'PAY-4 lets a field leak into the bare 500 of a milestone that does not exist': changeAnswer('startPayment', 500, {
    body: { error: 'unknown_milestone' },
  }),
  'AUTH-5 has the client_id of another client in the checkout URL': implied(
    changeField('startPayment', 'data', (url) => url.replace(/client_id=[^&]+/, 'client_id=another-client')),
  ),
  'PAY-3 takes the id of the milestone for the shortId': implied({
    replace: ({ handlers }) => {
      const shortIds = new Map<string, string>();
      return {
        handlers: {
          ...handlers,
          startPayment: (call) => {
            const { data } = handlers.startPayment(call) as { data: string };
            const { milestoneId } = call.path;
            shortIds.set(`payment:${milestoneId}`, `payment:${/\/external\/([^/?]+)/.exec(data)?.[1]}`);
            return { data: data.replace(/\/external\/[^/?]+/, `/external/${milestoneId}`) };
          },
          requestTicket: (call) => {
            const scope = shortIds.get(call.body.scope) ?? call.body.scope;
            return handlers.requestTicket({ ...call, body: { ...call.body, scope } });
          },
        },
      };
    },
  }),
  'TICKET-1 calls a ticket token': changeResult('requestTicket', (body) => rename(body, 'ticket', 'token')),
  'TICKET-1 writes the lifetime of a ticket as text': changeField('requestTicket', 'expiresIn', String),
  'TICKET-1 gives an empty ticket': changeField('requestTicket', 'ticket', () => ''),
  'TICKET-1 wraps a ticket in data': changeResult('requestTicket', (data) => ({ data })),
  'TICKET-1 takes any grant type': implied(ignoreViolationsOf('TICKET-1b')),
  'TICKET-3 gives a ticket to a buyer who declined': giveTicketTo('DECLINED'),
  'TICKET-3 has another error for a buyer who declined': otherError('consent_rejected', 'consent_declined'),
  'TICKET-4 has another error for a buyer who is not linked': otherError('invalid_grant', 'not_linked'),
  'TICKET-4 gives a ticket to a buyer who is not linked': giveTicketTo(undefined),
  'TICKET-4 answers a buyer who is not linked with 404': alsoBlaming(
    ['TICKET-3'],
    changeAnswer('requestTicket', 400, { status: 404 }),
  ),
  'TICKET-5 gives no ticket while consent is pending': wrapHandler('requestTicket', (shipped, call) => {
    if (consentOf(call) !== 'PENDING') return shipped(call);
    throw new Refusal('consent_rejected', { rule: 'TICKET-5', message: 'The buyer has not decided.' });
  }),
};
