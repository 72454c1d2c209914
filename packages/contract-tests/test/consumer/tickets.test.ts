import { parseCheckoutUrl } from '@escrow-kit/client';
import { MatchersV3 } from '@pact-foundation/pact';
import { expect, test } from 'vitest';
import { anyObject, createClient, examples, filledText, formBody, pact, text } from './pact.ts';
import { ticketForm } from './requests.ts';

const tokens = '/realms/service/protocol/openid-connect/token';
const json = { Accept: 'application/json' };
const { buyerPhone, clientId, clientSecret } = examples;
const { shortId } = parseCheckoutUrl(`https://pay.escrow.example/external/${examples.shortId}`);

/** The form as a user of the client writes it. */
const form = {
  client_id: clientId,
  client_secret: clientSecret,
  login_hint: buyerPhone,
  scope: `payment:${shortId}` as const,
};

test('a ticket is requested', () =>
  pact
    .addInteraction()
    .given('a started payment whose buyer gave consent')
    .uponReceiving('TICKET-1 a ticket is given for a buyer and a shortId')
    .withRequest('POST', tokens, (request) => formBody(request.headers(json), ticketForm))
    .willRespondWith(200, (response) =>
      response.jsonBody({ ticket: filledText('ticket-example-1'), expiresIn: MatchersV3.number(300) }),
    )
    .executeTest(async (mock) => {
      const { ticket, expiresIn } = await createClient(mock).payments.requestTicket({ shortId, buyerPhone });

      expect(ticket.reveal()).toBe('ticket-example-1');
      expect(expiresIn).toBe(300);
    }));

const pending = () => pact.addInteraction().given('a started payment');
const cameBackBy = (by: 'consent link' | 'one-time password' | 'checkout login') => ({
  description: `USER-4 a buyer who declined and gave consent again by ${by} gets a ticket`,
  given: () => pact.addInteraction().given('a started payment whose buyer declined and came back', { by }),
});

test.for([
  {
    description: 'AUTH-6 a ticket is asked for with client id and secret in the form, and no bearer token',
    given: pending,
  },
  { description: 'TICKET-5 a buyer whose consent is pending gets a ticket', given: pending },
  cameBackBy('consent link'),
  cameBackBy('one-time password'),
  cameBackBy('checkout login'),
])('$description', ({ description, given }) =>
  given()
    .uponReceiving(description)
    .withRequest('POST', tokens, (request) => formBody(request.headers(json), ticketForm))
    .willRespondWith(200, (response) => response.jsonBody(anyObject))
    .executeTest(async (mock) => {
      await createClient(mock).call('requestTicket', { body: form });
    }),
);

test.for([
  {
    description: 'TICKET-3 a buyer who declined gets no ticket, with the error consent_rejected',
    state: 'a started payment whose buyer declined',
    buyer: 'buyerPhone',
    error: 'consent_rejected',
    code: 'consent_rejected',
  },
  {
    description: 'TICKET-4 a buyer who is not linked gets no ticket, with the error invalid_grant',
    state: 'a started payment, and a phone number that nobody has',
    buyer: 'phoneNumber',
    error: 'invalid_grant',
    code: 'buyer_not_linked',
  },
] as const)('$description', ({ description, state, buyer, error, code }) =>
  pact
    .addInteraction()
    .given(state)
    .uponReceiving(description)
    .withRequest('POST', tokens, (request) =>
      formBody(request.headers(json), { ...ticketForm, login_hint: text`${buyer}` }),
    )
    .willRespondWith(400, (response) => response.jsonBody({ error }))
    .executeTest(async (mock) => {
      const refused = createClient(mock).payments.requestTicket({ shortId, buyerPhone: examples[buyer] });

      await expect(refused).rejects.toMatchObject({ code, status: 400 });
    }),
);
