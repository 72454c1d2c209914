import { expect, test } from 'vitest';
import { isApiError, Secret, type ShortId } from '../../src/index.ts';
import { failureOf } from '../support/failure-of.ts';
import { createObservedClient } from '../support/observed-client.ts';
import { printsOf } from '../support/prints-of.ts';
import { checkoutUrl } from '../support/sample-inputs.ts';

const shortId = 'aB3xK9' as ShortId;
const ticketFor = { shortId, buyerPhone: '+966500000011' };
const answer = { body: { ticket: 'tick-123', expiresIn: 300 } };
const body = {
  client_id: 'shop-client',
  client_secret: 'shop-secret',
  login_hint: '+966500000011',
  scope: 'payment:aB3xK9',
};
const tokenPath = '/realms/service/protocol/openid-connect/token';

test('TICKET-1 the form is posted to the identity host, without a bearer token', async () => {
  const { escrow, sent } = createObservedClient({ '*': answer });

  await escrow.payments.requestTicket(ticketFor);

  expect(sent.map(({ to, body }) => ({ to, form: Object.fromEntries(new URLSearchParams(body)) }))).toEqual([
    {
      to: 'POST https://identity.test/realms/service/protocol/openid-connect/token',
      form: {
        grant_type: 'urn:service:params:oauth:grant-type:customer-token-exchange',
        client_id: 'shop-client',
        client_secret: 'shop-secret',
        login_hint: '+966500000011',
        scope: 'payment:aB3xK9',
      },
    },
  ]);
  expect(sent[0]?.body).toContain('login_hint=%2B966500000011&scope=payment%3AaB3xK9');
  expect(sent[0]?.headers).toEqual({
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded',
  });
});

test('AUTH-6 an Authorization header of the caller is refused', async () => {
  const { escrow, sent } = createObservedClient({ '*': answer });
  const headers = { Authorization: 'Bearer org-token' };

  const sending = escrow.hosts.identity.POST(tokenPath, { body, headers });

  await expect(sending).rejects.toMatchObject({ code: 'configuration', operationId: 'requestTicket' });
  expect(sent).toEqual([]);
});

test('TICKET-2 a ticket without a short id or a buyer is not requested, and what is missing is named as the caller gives it', async () => {
  const { escrow, sent } = createObservedClient({ '*': answer });

  const errors = await Promise.all([
    failureOf(escrow.payments.requestTicket({ ...ticketFor, shortId: '' as never })),
    failureOf(escrow.payments.requestTicket({ shortId, buyer: '+966500000011' } as never)),
  ]);

  expect(errors.map(({ message }) => message)).toEqual([
    expect.stringContaining('requestTicket was not sent: shortId '),
    'requestTicket was not sent: buyerPhone is missing. Give the phone that the buyer was registered with.',
  ]);
  expect(sent).toEqual([]);
});

test('TICKET-1 the answer has the ticket as a secret, and its lifetime', async () => {
  const { escrow } = createObservedClient({ '*': answer });

  const { ticket, expiresIn } = await escrow.payments.requestTicket(ticketFor);

  expect(ticket).toBeInstanceOf(Secret);
  expect(ticket.reveal()).toBe('tick-123');
  expect(expiresIn).toBe(300);
  expect(printsOf({ ticket, expiresIn })).not.toContain('tick-123');
  expect(printsOf(ticket)).toContain('[redacted]');
});

test('TICKET-3 a buyer who declined is reported, and the same call works after consent is given again', async () => {
  const refusal = { status: 400, body: { error: 'consent_rejected', error_description: 'declined' } };
  const { escrow } = createObservedClient({ '*': [refusal, answer] });

  const refused = escrow.payments.requestTicket(ticketFor);
  await expect(refused).rejects.toMatchObject({ code: 'consent_rejected', status: 400, outcome: 'rejected' });
  const { ticket } = await escrow.payments.requestTicket(ticketFor);

  expect(ticket.reveal()).toBe('tick-123');
});

test('TICKET-4 a buyer who is not linked is reported', async () => {
  const { escrow, sent } = createObservedClient({ '*': { status: 400, body: { error: 'invalid_grant' } } });

  const error = await escrow.payments.requestTicket(ticketFor).catch((error) => error);

  expect(error).toMatchObject({ code: 'buyer_not_linked', outcome: 'rejected', attempts: 1 });
  expect(isApiError(error, 'requestTicket', 400) && error.body.error).toBe('invalid_grant');
  expect(sent).toHaveLength(1);
});

test('TICKET-4 the message says that a phone number is in local form, without the number', async () => {
  const { escrow } = createObservedClient({ '*': { status: 400, body: { error: 'invalid_grant' } } });

  const error = await escrow.payments.requestTicket({ ...ticketFor, buyerPhone: '0500000011' }).catch((error) => error);

  expect(error.message).toContain("The buyer's phone number is in local form");
  expect(error.message).not.toContain('0500000011');
});

test('TICKET-6 each checkout requests its own ticket, after the payment is started', async () => {
  const { escrow, sent } = createObservedClient({
    'GET /api/external/contracts/startPayment/m-1/shop-client': { body: { data: checkoutUrl } },
    [`POST ${tokenPath}`]: [answer, { body: { ticket: 'tick-456', expiresIn: 300 } }],
  });
  const input = { milestoneId: 'm-1', returnUrl: 'https://shop.test/', buyer: '+966500000011' };

  const first = await escrow.flows.checkout(input);
  const second = await escrow.flows.checkout(input);

  expect(sent.map(({ to }) => to.split(' ')[0])).toEqual(['GET', 'POST', 'GET', 'POST']);
  expect(first.redirectUrl.reveal()).toBe(`${checkoutUrl}&ticket=tick-123`);
  expect(second.redirectUrl.reveal()).toBe(`${checkoutUrl}&ticket=tick-456`);
});
