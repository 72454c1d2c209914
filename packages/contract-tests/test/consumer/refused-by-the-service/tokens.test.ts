import { expect, test } from 'vitest';
import { anyRefusal, bearer, exampleOf, pact, path, send, unknownBearer, value } from '../pact.ts';
import {
  milestoneOnWire,
  onOneMilestone,
  parentOnWire,
  paymentQuery,
  registration,
  signUp,
  user,
} from '../requests.ts';

/** Calls in states in which they succeed with the right token. */
const calls = {
  registerCustomer: {
    given: () => pact.addInteraction().given('a phone number that nobody has'),
    method: 'POST',
    url: '/realms/service/service-partner/customers',
    body: registration,
  },
  submitNationalId: {
    given: () => pact.addInteraction().given('a linked customer'),
    method: 'PATCH',
    url: path`/api/users/external/${'serviceUserId'}/national-id`,
    body: { nationalId: value('nationalId') },
  },
  createContract: {
    given: () => pact.addInteraction().given('an organization'),
    method: 'POST',
    url: '/api/external/contracts',
    body: parentOnWire,
  },
  addMilestones: {
    given: () => pact.addInteraction().given('a parent contract'),
    method: 'PATCH',
    url: path`/api/external/contracts/${'contractId'}/milestones`,
    body: { milestones: [milestoneOnWire] },
  },
  addParties: {
    given: () =>
      pact.addInteraction().given('a milestone without parties', { itemPrice: 1000, ...onOneMilestone.parameter }),
    method: 'PATCH',
    url: path`/api/external/contracts/${'contractId'}/parties`,
    body: onOneMilestone.body,
  },
  startPayment: {
    given: () => pact.addInteraction().given('a milestone waiting for payment', { itemPrice: 1000 }),
    method: 'GET',
    url: path`/api/external/contracts/startPayment/${'milestoneId'}/${'clientId'}`,
    query: paymentQuery,
  },
  legacySignUp: {
    given: () => pact.addInteraction().given('a phone number that nobody has'),
    method: 'POST',
    url: '/v2/api/users/sign-up',
    body: signUp,
  },
  legacyAddIban: {
    given: () => pact.addInteraction().given('a user who signed up'),
    method: 'POST',
    url: path`/api/users/${'legacyUserId'}/IBAN`,
    body: { iban: 'SA0380000000608010167519' },
  },
  linkUser: {
    given: () => pact.addInteraction().given('a phone number that nobody has'),
    method: 'POST',
    url: '/users/link',
    body: user,
  },
} as const;

/** One call of each kind of token represents the others. */
const ofEachKind = [
  ['registerCustomer', 'clientAdminToken'],
  ['createContract', 'apiKey'],
  ['submitNationalId', 'organizationToken'],
  ['legacySignUp', 'organizationToken'],
  ['linkUser', 'organizationToken'],
] as const;

test.for([
  ...(['createContract', 'addMilestones', 'addParties', 'startPayment'] as const).map((operation) => ({
    description: `AUTH-4 ${operation} with the organizationToken is refused`,
    operation,
    headers: bearer('organizationToken'),
    status: 403,
  })),
  ...ofEachKind.map(([operation, otherToken]) => ({
    description: `AUTH-1a ${operation} with the ${otherToken} is refused`,
    operation,
    headers: bearer(otherToken),
    status: anyRefusal(403),
  })),
  ...ofEachKind.map(([operation]) => ({
    description: `AUTH-1b ${operation} without a token is refused`,
    operation,
    headers: {},
    status: anyRefusal(401),
  })),
  // The legacy host is the only one without a call above.
  ...[...ofEachKind, ['legacyAddIban'] as const].map(([operation]) => ({
    description: `AUTH-1b ${operation} with an unknown token is refused`,
    operation,
    headers: unknownBearer,
    status: anyRefusal(401),
  })),
])('$description', ({ description, operation, headers, status }) => {
  const { given, method, url, ...parts } = calls[operation];
  const { query, body } = { query: undefined, body: undefined, ...parts };
  return given()
    .uponReceiving(description)
    .withRequest(method, url, (request) => {
      request.headers(headers);
      if (query) request.query(query);
      if (body) request.jsonBody(body);
    })
    .willRespondWith(status)
    .executeTest(async (mock) => {
      // Sent plainly, because the client makes no call without a token.
      const search = query ? `?${new URLSearchParams(query)}` : '';
      const response = await send(mock.url + exampleOf<unknown>(url) + search, {
        method,
        headers: { ...(exampleOf(headers) as Record<string, string>), 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(exampleOf(body)) }),
      });

      expect(response.status).toBe(exampleOf<unknown>(status));
    });
});
