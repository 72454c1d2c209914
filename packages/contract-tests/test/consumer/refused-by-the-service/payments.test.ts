import { expect, test } from 'vitest';
import { anyRefusal, bearer, createUncheckedClient, exampleOf, examples, formBody, pact, path } from '../pact.ts';
import { paymentQuery, ticketForm } from '../requests.ts';

const admin = bearer('clientAdminToken');

test.for([
  {
    description: 'PAY-1a a payment without redirectUrl is refused',
    state: 'a milestone waiting for payment',
    client: 'clientId',
    query: { paymentType: 'PURCHASE' },
    status: 400,
  },
  {
    description: 'AUTH-5a payment by another client than the one of the token is refused',
    state: 'a milestone waiting for payment, and another client',
    client: 'otherClientId',
    query: paymentQuery,
    status: 403,
  },
] as const)('$description', ({ description, state, client, query, status }) =>
  pact
    .addInteraction()
    .given(state, { itemPrice: 1000 })
    .uponReceiving(description)
    .withRequest('GET', path`/api/external/contracts/startPayment/${'milestoneId'}/${client}`, (request) =>
      request.headers(admin).query({ ...query }),
    )
    .willRespondWith(anyRefusal(status))
    .executeTest(async (mock) => {
      const input = { path: { milestoneId: examples.milestoneId, clientId: examples[client] }, query };

      const refused = createUncheckedClient(mock).call('startPayment', input as never);

      await expect(refused).rejects.toMatchObject({ status });
    }),
);

test.for([
  { description: 'TICKET-1b another grant type is refused', field: { grant_type: 'client_credentials' }, status: 400 },
  { description: 'AUTH-6a another client secret is refused', field: { client_secret: 'not-the-secret' }, status: 401 },
  {
    description: 'AUTH-6a an unknown client id is refused',
    field: { client_id: 'client-that-nobody-has' },
    status: 401,
  },
])('$description', ({ description, field, status }) => {
  const form = { ...ticketForm, ...field };
  return pact
    .addInteraction()
    .given('a started payment')
    .uponReceiving(description)
    .withRequest('POST', '/realms/service/protocol/openid-connect/token', (request) =>
      formBody(request.headers({ Accept: 'application/json' }), form),
    )
    .willRespondWith(anyRefusal(status))
    .executeTest(async (mock) => {
      const body = exampleOf(form) as never;

      const refused = createUncheckedClient(mock).call('requestTicket', { body });

      await expect(refused).rejects.toMatchObject({ status });
    });
});
