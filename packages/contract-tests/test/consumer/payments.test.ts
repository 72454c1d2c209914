import { parseCheckoutUrl } from '@escrow-kit/client';
import { MatchersV3 } from '@pact-foundation/pact';
import { describe, test } from 'vitest';
import { anyObject, anyRefusal, exactly, expectCall, expectRefused } from './interaction.ts';
import { paymentQuery } from './requests.ts';
import { examples, filledText, text } from './values.ts';

const { milestoneId, unknownMilestoneId, buyerPhone, clientId, clientSecret } = examples;

describe('the start of a payment', () => {
  const start = {
    operation: 'startPayment',
    state: 'a milestone waiting for payment',
    parameters: { itemPrice: 1000 },
    query: paymentQuery,
  } as const;
  const { redirectUrl } = paymentQuery;
  const checkoutUrl =
    'https://pay.escrow.example/checkout/external/short-example-1?client_id=sandbox-client&payment_methods=CARD,MANUAL_BANK_TRANSFER';

  // One answer follows several rules, and each is asked for what it says alone. Whose client_id it is, and that the shortId is not the id
  // of the milestone, our verification compares.
  test.for([
    // The scheme of a URL may be written in capitals.
    ['PAY-1 payment of a milestone is started', '^[Hh][Tt][Tt][Pp][Ss]?://[^/?#]+.*$'],
    [
      'PAY-2 the checkout URL has client_id and payment_methods',
      '^[^?#]*\\?([^#]*&)?(client_id=[^&#]+&([^#]*&)?payment_methods=[^&#]|payment_methods=[^&#]+&([^#]*&)?client_id=[^&#]).*$',
    ],
    ['PAY-3 a segment after /external/ in the checkout URL is the shortId', '^[^?#]+/external/[^/?#]+.*$'],
    ['PAY-3a the shortId is not the id of the milestone', '^[^?#]+/external/[^/?#]+.*$'],
    ['AUTH-5b the checkout URL names the client of the token', '^.*[?&]client_id=[^&#]+.*$'],
  ] as const)('%s', ([description, pattern]) =>
    expectCall({
      ...start,
      description,
      answer: { data: MatchersV3.regex(pattern, checkoutUrl) },
      call: ({ payments }) => payments.start({ milestoneId, redirectUrl }),
      result: { checkoutUrl, shortId: 'short-example-1', paymentMethods: ['CARD', 'MANUAL_BANK_TRANSFER'] },
    }),
  );

  test.for([
    'AUTH-5 payment starts with the client of the token',
    'STATE-2 payment can start after the parties are added, without a publish call',
  ])('%s', (description) => expectCall({ ...start, description, answer: anyObject }));

  test('an unknown milestone', () =>
    expectCall({
      ...start,
      description: 'PAY-4 payment of an unknown milestone is answered with a bare 500',
      path: { milestoneId: 'unknownMilestoneId' },
      status: exactly(500),
      // An empty text is written as an empty body, which verification checks; without it no body is expected.
      answer: '',
      call: ({ payments }) => payments.start({ milestoneId: unknownMilestoneId, redirectUrl }),
      error: { code: 'milestone_probably_unknown', status: 500, attempts: 1 },
    }));

  test.for([
    { ...start, description: 'PAY-1a a payment without redirectUrl is refused', query: { paymentType: 'PURCHASE' } },
    {
      ...start,
      description: 'AUTH-5a payment for another client than that of the token is refused',
      state: 'a milestone waiting for payment, and another client',
      path: { clientId: 'otherClientId' },
      status: anyRefusal(403),
    },
  ] as const)('$description', expectRefused);
});

describe('a ticket', () => {
  const { shortId } = parseCheckoutUrl(`https://pay.escrow.example/external/${examples.shortId}`);
  const form = {
    grant_type: 'urn:service:params:oauth:grant-type:customer-token-exchange',
    client_id: text`${'clientId'}`,
    client_secret: text`${'clientSecret'}`,
    login_hint: text`${'buyerPhone'}`,
    scope: text`payment:${'shortId'}`,
  };
  const written = {
    client_id: clientId,
    client_secret: clientSecret,
    login_hint: buyerPhone,
    scope: `payment:${shortId}`,
  };
  const request = { operation: 'requestTicket', state: 'a started payment', body: form, status: exactly(200) } as const;

  test('is requested', () =>
    expectCall({
      ...request,
      description: 'TICKET-1 a ticket is returned for a buyer and a shortId',
      state: 'a started payment whose buyer gave consent',
      answer: { ticket: filledText('ticket-example-1'), expiresIn: MatchersV3.number(300) },
      async call({ payments }) {
        const { ticket, expiresIn } = await payments.requestTicket({ shortId, buyerPhone });
        return [ticket.reveal(), expiresIn];
      },
      result: ['ticket-example-1', 300],
    }));

  test.for([
    'AUTH-6 a ticket is requested with client ID and secret in the form, without a bearer token',
    'TICKET-5 a buyer whose consent is pending gets a ticket',
  ])('%s', (description) => expectCall({ ...request, description, written, answer: anyObject }));

  test.for(['consent link', 'one-time password', 'checkout login'])('USER-4 after consent by %s', (by) =>
    expectCall({
      ...request,
      description: `USER-4 a buyer who declined and gave consent again by ${by} gets a ticket`,
      state: 'a started payment whose buyer declined and came back',
      parameters: { by },
      written,
      answer: anyObject,
    }),
  );

  test.for([
    {
      description: 'TICKET-3 a buyer who declined gets no ticket, with the error consent_rejected',
      state: 'a started payment whose buyer declined',
      buyer: 'buyerPhone',
      answer: { error: 'consent_rejected' },
      code: 'consent_rejected',
    },
    {
      description: 'TICKET-4 a buyer who is not linked gets no ticket, with the error invalid_grant',
      state: 'a started payment, and a phone number that nobody has',
      buyer: 'phoneNumber',
      answer: { error: 'invalid_grant' },
      code: 'buyer_not_linked',
    },
  ] as const)('$description', ({ buyer, code, ...exchange }) =>
    expectCall({
      ...request,
      ...exchange,
      body: { ...form, login_hint: text`${buyer}` },
      status: exactly(400),
      call: ({ payments }) => payments.requestTicket({ shortId, buyerPhone: examples[buyer] }),
      error: { code, status: 400 },
    }),
  );

  test.for([
    {
      description: 'TICKET-1b another grant type is refused',
      field: { grant_type: 'client_credentials' },
      status: 400,
    },
    {
      description: 'AUTH-6a another client secret is refused',
      field: { client_secret: 'not-the-secret' },
      status: 401,
    },
    {
      description: 'AUTH-6a an unknown client id is refused',
      field: { client_id: 'client-that-nobody-has' },
      status: 401,
    },
  ])('$description', ({ description, field, status }) =>
    expectRefused({ ...request, description, body: { ...form, ...field }, status: anyRefusal(status) }),
  );
});
