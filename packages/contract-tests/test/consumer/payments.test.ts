import { MatchersV3 } from '@pact-foundation/pact';
import { expect, test } from 'vitest';
import { anyObject, anySuccess, bearer, createClient, examples, pact, path } from './pact.ts';
import { paymentQuery, redirectUrl } from './requests.ts';

const admin = bearer('clientAdminToken');
const { regex } = MatchersV3;

const start = path`/api/external/contracts/startPayment/${'milestoneId'}/${'clientId'}`;
const { milestoneId, unknownMilestoneId, clientId } = examples;

const checkoutUrl =
  'https://pay.escrow.example/checkout/external/short-example-1?client_id=sandbox-client&payment_methods=CARD,MANUAL_BANK_TRANSFER';

// One answer follows several rules, and each is asked for what it says alone. Whose client_id it is, and that the shortId is not the id
// of the milestone, our verification compares.
test.for([
  // The scheme of a URL may be written in capitals.
  { description: 'PAY-1 payment of a milestone is started', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^/?#]+.*$' },
  {
    description: 'PAY-2 the checkout URL carries client_id and payment_methods',
    pattern:
      '^[^?#]*\\?([^#]*&)?(client_id=[^&#]+&([^#]*&)?payment_methods=[^&#]|payment_methods=[^&#]+&([^#]*&)?client_id=[^&#]).*$',
  },
  {
    description: 'PAY-3 a segment after /external/ in the checkout URL is the shortId',
    pattern: '^[^?#]+/external/[^/?#]+.*$',
  },
  { description: 'PAY-3a the shortId is not the id of the milestone', pattern: '^[^?#]+/external/[^/?#]+.*$' },
  { description: 'AUTH-5b the checkout URL carries the client of the token', pattern: '^.*[?&]client_id=[^&#]+.*$' },
])('$description', ({ description, pattern }) =>
  pact
    .addInteraction()
    .given('a milestone waiting for payment', { itemPrice: 1000 })
    .uponReceiving(description)
    .withRequest('GET', start, (request) => request.headers(admin).query(paymentQuery))
    .willRespondWith(anySuccess, (response) => response.jsonBody({ data: regex(pattern, checkoutUrl) }))
    .executeTest(async (mock) => {
      const payment = await createClient(mock).payments.start({ milestoneId, redirectUrl });

      expect(payment).toEqual({
        checkoutUrl,
        shortId: 'short-example-1',
        paymentMethods: ['CARD', 'MANUAL_BANK_TRANSFER'],
      });
    }),
);

test.for([
  'AUTH-5 start of payment names the client that the token was issued for',
  'STATE-2 payment can start once the parties are there, without a call to publish',
])('%s', (description) =>
  pact
    .addInteraction()
    .given('a milestone waiting for payment', { itemPrice: 1000 })
    .uponReceiving(description)
    .withRequest('GET', start, (request) => request.headers(admin).query(paymentQuery))
    .willRespondWith(anySuccess, (response) => response.jsonBody(anyObject))
    .executeTest(async (mock) => {
      const query = { redirectUrl, paymentType: 'PURCHASE' as const };

      await createClient(mock).call('startPayment', { path: { milestoneId, clientId }, query });
    }),
);

test('payment of an unknown milestone does not start', () =>
  pact
    .addInteraction()
    .given('a milestone waiting for payment', { itemPrice: 1000 })
    .uponReceiving('PAY-4 a milestone that does not exist is answered with a bare 500')
    .withRequest('GET', path`/api/external/contracts/startPayment/${'unknownMilestoneId'}/${'clientId'}`, (request) =>
      request.headers(admin).query(paymentQuery),
    )
    // An empty text is written as an empty body, which verification checks; without it no body is expected.
    .willRespondWith(500, (response) => response.jsonBody(''))
    .executeTest(async (mock) => {
      const payment = createClient(mock).payments.start({ milestoneId: unknownMilestoneId, redirectUrl });

      await expect(payment).rejects.toMatchObject({ code: 'milestone_probably_unknown', status: 500, attempts: 1 });
    }));
