import { createHmac } from 'node:crypto';
import type { Call } from '@escrow-kit/sandbox/testing';
import { retryDelaysInSeconds } from '@escrow-kit/spec';
import {
  accept,
  changeAnswer,
  changeEvent,
  changeField,
  changeResult,
  changeSignature,
  type Fault,
  type Faults,
  loseEvents,
  refuse,
  rename,
  wrapHandler,
} from './faults.ts';

const consentOf = ({ store, body }: Call<'requestTicket'>): string | undefined =>
  store.find('users', { phone: body.login_hint })?.consent;

/** Gives a ticket to buyers of this consent, whatever the service says. */
const giveTicketTo = (consent: string | undefined): Fault =>
  wrapHandler('requestTicket', (shipped, call) =>
    consentOf(call) === consent ? { ticket: 'ticket_of_nobody', expiresIn: 300 } : shipped(call),
  );

const otherError = (from: string, to: string): Fault =>
  changeField('requestTicket', 'error', (error) => (error === from ? to : error), 400);

const hmac = (bytes: Buffer | string, secret: string) => createHmac('sha256', secret).update(bytes).digest('hex');

/** Tries a failed delivery again after these delays, in seconds. */
const retryAfter =
  (delays: readonly number[]): Fault =>
  () => ({
    nextAttemptAt: (attempts, endedAt) => {
      const delay = delays[attempts - 1];
      return delay === undefined ? undefined : endedAt + delay * 1000;
    },
  });

/** Sandboxes that are wrong about states, payments, tickets and events. */
export const wrongAboutPayments: Faults = {
  'STATE-1 lets a milestone start as WAITING_FOR_PAYMENT': changeField(
    'addMilestones',
    'data.milestones.*.status',
    () => 'WAITING_FOR_PAYMENT',
  ),
  'STATE-1 lets the second of two milestones start as WAITING_FOR_PAYMENT': changeField(
    'addMilestones',
    'data.milestones',
    (all) => all.map((one: object, index: number) => (index === 0 ? one : { ...one, status: 'WAITING_FOR_PAYMENT' })),
  ),
  'STATE-1 lets a parent start as SUBMITTED': changeField('createContract', 'data.status', () => 'SUBMITTED'),
  'STATE-2 leaves a milestone with parties CREATED until it is published': wrapHandler(
    'addParties',
    (shipped, call) => {
      const result = shipped(call);
      call.store.update('milestones', { tenantId: call.tenant.id }, { state: 'CREATED' });
      return result;
    },
  ),

  'PAY-1 wraps the checkout URL in an object': changeField('startPayment', 'data', (url) => ({ url })),
  'PAY-1a starts a payment without redirectUrl': accept('PAY-1a'),
  'PAY-2 has no query in the checkout URL': changeField('startPayment', 'data', (url) => url.split('?')[0]),
  'PAY-2 has no payment_methods in the checkout URL': changeField('startPayment', 'data', (url) =>
    url.replace('payment_methods', 'methods'),
  ),
  'PAY-2 has empty payment_methods in the checkout URL': changeField('startPayment', 'data', (url) =>
    url.replace(/payment_methods=[^&#]*/, 'payment_methods='),
  ),
  'PAY-3 has no shortId in the checkout URL': changeField('startPayment', 'data', (url) =>
    url.replace('/external/', '/'),
  ),
  'PAY-3a takes the id of the milestone for the shortId': wrapHandler('startPayment', (shipped, call) => {
    const { data } = shipped(call);
    return { data: data.replace(/\/external\/[^/?]+/, `/external/${call.path.milestoneId}`) };
  }),
  'PAY-4 answers a milestone that does not exist with 404': changeAnswer('startPayment', 500, { status: 404 }),
  'PAY-4 lets a field leak into the bare 500 of a milestone that does not exist': changeAnswer('startPayment', 500, {
    body: { error: 'unknown_milestone' },
  }),

  'TICKET-1 calls a ticket token': changeResult('requestTicket', (body) => rename(body, 'ticket', 'token')),
  'TICKET-1 writes the lifetime of a ticket as text': changeField('requestTicket', 'expiresIn', String),
  'TICKET-1 gives an empty ticket': changeField('requestTicket', 'ticket', () => ''),
  'TICKET-1 wraps a ticket in data': changeResult('requestTicket', (data) => ({ data })),
  'TICKET-1b takes any grant type': accept('TICKET-1b'),
  'TICKET-3 answers a buyer who declined with 403': changeAnswer('requestTicket', 400, { status: 403 }),
  'TICKET-3 gives a ticket to a buyer who declined': giveTicketTo('DECLINED'),
  'TICKET-3 has another error for a buyer who declined': otherError('consent_rejected', 'consent_declined'),
  'TICKET-4 answers a buyer who is not linked with 404': changeAnswer('requestTicket', 400, { status: 404 }),
  'TICKET-4 gives a ticket to a buyer who is not linked': giveTicketTo(undefined),
  'TICKET-4 has another error for a buyer who is not linked': otherError('invalid_grant', 'not_linked'),
  'TICKET-5 gives no ticket while consent is pending': refuse('requestTicket', (call) => consentOf(call) === 'PENDING'),

  'HOOK-1 calls the milestone of an event milestoneId': changeEvent((event) =>
    rename(event, 'contractId', 'milestoneId'),
  ),
  'HOOK-1 names the parent in an event': changeEvent((event) => ({ ...event, contractId: 'a-parent' })),
  'HOOK-1 writes the status of an event in lower case': changeEvent((event) => ({
    ...event,
    status: String(event['status']).toLowerCase(),
  })),
  'HOOK-1 writes the reference of an event as a number': changeEvent((event) => ({ ...event, referenceId: 1 })),
  'HOOK-1 wraps an event in data': changeEvent((data) => ({ data })),
  'HOOK-1 has another body in the first attempt than in the others': ({ prepareWebhook }) => {
    const sent = new Set<string>();
    return {
      prepareWebhook: (request) => {
        const { body } = request;
        const isFirst = !sent.has(body);
        sent.add(body);
        return prepareWebhook(isFirst ? { ...request, body: body.replace(/"referenceId":"/, '$&first-') } : request);
      },
    };
  },
  'HOOK-2 signs other bytes than it sends': changeSignature((_, bytes, secret) => ({
    'service-signature': `sha256=${hmac(JSON.stringify(JSON.parse(bytes.toString()), null, 1), secret)}`,
  })),
  'HOOK-2 signs with another key': changeSignature((_, bytes) => ({
    'service-signature': `sha256=${hmac(bytes, 'another')}`,
  })),
  'HOOK-2 does not name the algorithm of a signature': changeSignature((signature) => ({
    'service-signature': signature.replace('sha256=', ''),
  })),
  'HOOK-2 has another header for the signature': changeSignature((signature) => ({ 'x-signature': signature })),
  'HOOK-2 signs the first attempt alone': ({ prepareWebhook }) => {
    const sent = new Set<string>();
    return {
      prepareWebhook: (request) => {
        const isFirst = !sent.has(request.body);
        sent.add(request.body);
        return prepareWebhook(isFirst ? request : { ...request, webhookSecret: 'another' });
      },
    };
  },
  'HOOK-4 tries a failed delivery a fourth time again, half an hour after the last': retryAfter([
    ...retryDelaysInSeconds,
    1800,
  ]),
  'HOOK-4 tries a failed delivery again after 1, 2 and 3 seconds': retryAfter([1, 2, 3]),
  'HOOK-4 leaves out the last retry': retryAfter(retryDelaysInSeconds.slice(0, -1)),
  'HOOK-4 does not try a failed delivery again': retryAfter([]),
  'HOOK-5 does not send CASHOUT_IN_PROGRESS': loseEvents('CASHOUT_IN_PROGRESS'),
  'HOOK-5 does not send PAID': loseEvents('PAID'),
  'HOOK-5 does not send COMPLETED': loseEvents('COMPLETED'),
  'HOOK-5 sends COMPLETED when release begins': changeEvent((event) =>
    event['status'] === 'CASHOUT_IN_PROGRESS' ? { ...event, status: 'COMPLETED' } : event,
  ),
};
