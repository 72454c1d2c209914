import { MatchersV3 } from '@pact-foundation/pact';
import { expect, test } from 'vitest';
import {
  anyObject,
  anySuccess,
  bearer,
  createClient,
  exampleOf,
  examples,
  filledText,
  pact,
  path,
  textOrNumber,
} from './pact.ts';
import { signUp } from './requests.ts';

const { boolean } = MatchersV3;

const appToken = bearer('legacyAppToken');

test('a user signs up', () =>
  pact
    .addInteraction()
    .given('a phone number that nobody has')
    .uponReceiving('LEGACY-1 a user signs up')
    .withRequest('POST', '/v2/api/users/sign-up', (request) => request.headers(appToken).jsonBody(signUp))
    .willRespondWith(anySuccess, (response) =>
      response.jsonBody({
        data: {
          id: textOrNumber(1001),
          preExistingUser: boolean(false),
          clientUserToken: filledText('client-user-token-example-1'),
        },
      }),
    )
    .executeTest(async (mock) => {
      const user = await createClient(mock).legacy.signUp(exampleOf(signUp));

      expect(user.preExistingUser).toBe(false);
      expect(user.clientUserToken.reveal()).toBe('client-user-token-example-1');
    }));

test('the sign-up takes a token of its own', () =>
  pact
    .addInteraction()
    .given('a phone number that nobody has')
    .uponReceiving('AUTH-9 a user signs up with the legacy app token')
    .withRequest('POST', '/v2/api/users/sign-up', (request) => request.headers(appToken).jsonBody(signUp))
    .willRespondWith(anySuccess, (response) => response.jsonBody(anyObject))
    .executeTest(async (mock) => {
      await createClient(mock).call('legacySignUp', { body: exampleOf(signUp) });
    }));

test.for([
  {
    description: 'LEGACY-3a an IBAN is added the legacy way',
    operation: 'legacyAddIban',
    url: path`/api/users/${'legacyUserId'}/IBAN`,
    body: { iban: 'SA0380000000608010167519' },
  },
  {
    description: 'LEGACY-3a an address is added the legacy way',
    operation: 'legacyAddAddress',
    url: path`/api/profiles/${'legacyUserId'}/addresses`,
    body: { city: 'Riyadh' },
  },
] as const)('$description', ({ description, operation, url, body }) =>
  pact
    .addInteraction()
    .given('a user who signed up')
    .uponReceiving(description)
    .withRequest('POST', url, (request) => request.headers(bearer('legacyUserToken')).jsonBody(body))
    .willRespondWith(anySuccess)
    .executeTest(async (mock) => {
      const added = await createClient(mock).call(operation, { path: { id: examples.legacyUserId }, body });

      expect(added).toBeUndefined();
    }),
);
