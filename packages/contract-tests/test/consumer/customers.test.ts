import { expect, test } from 'vitest';
import {
  anyObject,
  anySuccess,
  bearer,
  createClient,
  exampleOf,
  examples,
  pact,
  path,
  value,
  wholeNumber,
} from './pact.ts';
import { address, bankAccount, registration } from './requests.ts';

const { serviceUserId } = examples;

const organization = bearer('organizationToken');
const customers = '/realms/service/service-partner/customers';
const banks = path`/api/users/external/${'serviceUserId'}/banks`;
const addresses = path`/api/external/profiles/${'serviceUserId'}/addresses`;

test('a customer is registered', () =>
  pact
    .addInteraction()
    .given('a phone number that nobody has')
    .uponReceiving('USER-1 a customer is registered')
    .withRequest('POST', customers, (request) => request.headers(organization).jsonBody(registration))
    .willRespondWith(anySuccess, (response) =>
      response.jsonBody({ serviceUserId: wholeNumber(1001), userIdentification: wholeNumber(2001) }),
    )
    .executeTest(async (mock) => {
      const customer = await createClient(mock).customers.register(exampleOf(registration));

      expect(customer).toEqual({ serviceUserId: 1001, userIdentification: 2001 });
    }));

test.for([
  {
    description: 'AUTH-1 a call with a bearer token is served',
    state: 'a phone number that nobody has',
    answer: anyObject,
  },
  {
    description: 'USER-2 a customer who is registered already is linked by the same call',
    state: 'a linked customer',
    answer: anyObject,
  },
  {
    description: 'USER-2a a customer who is registered already keeps the serviceUserId',
    state: 'a linked customer',
    answer: { serviceUserId: value('serviceUserId') },
  },
] as const)('$description', ({ description, state, answer }) =>
  pact
    .addInteraction()
    .given(state)
    .uponReceiving(description)
    .withRequest('POST', customers, (request) => request.headers(organization).jsonBody(registration))
    .willRespondWith(anySuccess, (response) => response.jsonBody(answer))
    .executeTest(async (mock) => {
      const customer = await createClient(mock).call('registerCustomer', { body: exampleOf(registration) });

      expect(customer).toEqual(exampleOf(answer));
    }),
);

test.for([
  'BANK-1 a bank account is added',
  'BANK-2 an IBAN of SA and 22 digits is accepted',
  'AUTH-2 a bank account is added with the organization token',
])('%s', (description) =>
  pact
    .addInteraction()
    .given('a linked customer')
    .uponReceiving(description)
    .withRequest('POST', banks, (request) => request.headers(organization).jsonBody(bankAccount))
    .willRespondWith(anySuccess)
    .executeTest(async (mock) => {
      const added = await createClient(mock).customers.addBankAccount(serviceUserId, exampleOf(bankAccount));

      expect(added).toBeUndefined();
    }),
);

test.for([
  { description: 'ADDR-1 an address with all of its fields is added', body: address },
  {
    description: 'ADDR-1 an address of a label and a country is added',
    body: { addressLabel: 'HOME', countryCode: 'SA' },
  },
])('$description', ({ description, body }) =>
  pact
    .addInteraction()
    .given('a linked customer')
    .uponReceiving(description)
    .withRequest('POST', addresses, (request) => request.headers(organization).jsonBody(body))
    .willRespondWith(anySuccess)
    .executeTest(async (mock) => {
      const added = await createClient(mock).customers.addAddress(serviceUserId, body);

      expect(added).toBeUndefined();
    }),
);
