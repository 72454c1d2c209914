import { MatchersV3 } from '@pact-foundation/pact';
import { expect } from 'vitest';
import { callOperation } from './interaction/client.ts';
import { given } from './interaction/given.ts';
import { interaction, refusal } from './interaction/interaction.ts';
import { redirectUrl } from './interaction/sample-bodies.ts';

const checkoutUrl =
  'https://pay.escrow.example/checkout/external/short-example-1?client_id=sandbox-client&payment_methods=CARD,MANUAL_BANK_TRANSFER';

/**
 * Says where the buyer pays (PAY-1), the methods (PAY-2) and, after `/external/`, the short id (PAY-3). The scheme of a URL may
 * be written in capitals.
 */
const started = {
  data: MatchersV3.regex(
    '^[Hh][Tt][Tt][Pp][Ss]?://[^?#]+/external/[^/?#]+(/[^?#]*)?\\?([^#]*&)?(client_id=[^&#]+&([^#]*&)?payment_methods=|payment_methods=[^&#]*&([^#]*&)?client_id=[^&#]).*$',
    checkoutUrl,
  ),
};

interaction('PAY-1 payment of a milestone is started', 'startPayment', {
  rules: ['AUTH-5'],
  answer: started,
  act: async ({ escrow, example }) => {
    const payment = await escrow.payments.start({ milestoneId: example.milestoneId, redirectUrl });

    expect(payment).toEqual({
      checkoutUrl,
      shortId: 'short-example-1',
      paymentMethods: ['CARD', 'MANUAL_BANK_TRANSFER'],
    });
  },
});

interaction('AUTH-5 the checkout URL carries the client of the token', 'startPayment', {
  // The URL carries a client_id (PAY-2). That it is the one of the token is not said.
  basis: 'implied',
  blames: { status: 'PAY-1', answer: 'PAY-1' },
  answer: started,
  conditions: ['client-in-checkout-url'],
});

interaction('PAY-3 the shortId is not the id of the milestone', 'startPayment', {
  // A ticket for another id fails (TICKET-2). That the two ids differ is not said.
  basis: 'implied',
  blames: { status: 'PAY-1', answer: 'PAY-1' },
  answer: started,
  conditions: ['short-id-of-its-own'],
});

refusal('PAY-1a a payment without redirectUrl is refused', 'startPayment', {
  rules: ['PAY-1'],
  query: { paymentType: 'PURCHASE' },
});

interaction('STATE-2 payment can start once the parties are there, without a call to publish', 'startPayment', {
  blames: { answer: 'PAY-1' },
  answer: started,
});

interaction('PAY-4 a milestone that does not exist is answered with a bare 500', 'startPayment', {
  request: (value) => ({
    path: { milestoneId: value('unknownMilestoneId'), clientId: value('clientId') },
  }),
  status: 500,
  // An empty text is written as an empty body, which verification checks; without it no body is expected.
  answer: '',
  act: async ({ escrow, example }) => {
    const payment = escrow.payments.start({ milestoneId: example.unknownMilestoneId, redirectUrl });

    await expect(payment).rejects.toMatchObject({ code: 'milestone_probably_unknown', status: 500, attempts: 1 });
  },
});

interaction('AUTH-5 payment by another client than the one of the token is refused', 'startPayment', {
  given: given('a milestone waiting for payment, and another client', { itemPrice: 1000 }),
  by: 'AUTH-5a',
  request: (value) => ({
    path: { milestoneId: value('milestoneId'), clientId: value('otherClientId') },
  }),
  status: 403,
  isStatusShown: false,
  act: async ({ escrow, example }) => {
    const { milestoneId, otherClientId: clientId } = example;
    const input = { path: { milestoneId, clientId }, query: { redirectUrl, paymentType: 'PURCHASE' } };

    expect(await callOperation(escrow, 'startPayment', input)).toMatchObject({ status: 403 });
  },
});
