import { expect, test } from 'vitest';
import { anyRefusal, bearer, createUncheckedClient, exampleOf, examples, pact, path, untyped } from '../pact.ts';
import { address, bankAccount } from '../requests.ts';

const organization = bearer('organizationToken');
const { serviceUserId } = examples;

test('a phone number in another form', () => {
  const body = { phoneNumber: 'not-a-number', firstName: 'Sara', lastName: 'Seller' };
  return pact
    .addInteraction()
    .given('a phone number that nobody has')
    .uponReceiving('USER-1d a phone number that is not in E.164 form is refused')
    .withRequest('POST', '/realms/service/service-partner/customers', (request) =>
      request.headers(organization).jsonBody(body),
    )
    .willRespondWith(anyRefusal())
    .executeTest(async (mock) => {
      const refused = createUncheckedClient(mock).customers.register(body);

      await expect(refused).rejects.toMatchObject({ status: 400 });
    });
});

test.for([
  ['another country', 'AE0380000000608010167519'],
  ['21 digits', 'SA038000000060801016751'],
  ['23 digits', 'SA03800000006080101675190'],
  ['a letter among its digits', 'SA03800000006080101675A9'],
  ['sa in lower case', 'sa0380000000608010167519'],
] as const)('an IBAN with %s', ([problem, iban]) => {
  const body = { ...bankAccount, iban };
  return pact
    .addInteraction()
    .given('a linked customer')
    .uponReceiving(`BANK-2 an IBAN with ${problem} is refused`)
    .withRequest('POST', path`/api/users/external/${'serviceUserId'}/banks`, (request) =>
      request.headers(organization).jsonBody(body),
    )
    .willRespondWith(anyRefusal())
    .executeTest(async (mock) => {
      const refused = createUncheckedClient(mock).customers.addBankAccount(serviceUserId, untyped(exampleOf(body)));

      await expect(refused).rejects.toMatchObject({ status: 400 });
    });
});

const { addressLabel, ...addressWithoutLabel } = address;
const { countryCode, ...addressWithoutCountry } = address;

test.for([
  { description: 'ADDR-1 an address without addressLabel is refused', body: addressWithoutLabel },
  { description: 'ADDR-1 an address without countryCode is refused', body: addressWithoutCountry },
  { description: 'ADDR-1a an address with addressLabel null is refused', body: { ...address, addressLabel: null } },
])('$description', ({ description, body }) =>
  pact
    .addInteraction()
    .given('a linked customer')
    .uponReceiving(description)
    .withRequest('POST', path`/api/external/profiles/${'serviceUserId'}/addresses`, (request) =>
      request.headers(organization).jsonBody(body),
    )
    .willRespondWith(anyRefusal())
    .executeTest(async (mock) => {
      const refused = createUncheckedClient(mock).customers.addAddress(serviceUserId, untyped(body));

      await expect(refused).rejects.toMatchObject({ status: 400 });
    }),
);
