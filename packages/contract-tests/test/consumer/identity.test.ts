import { expect, test } from 'vitest';
import { anyObject, anySuccess, bearer, createClient, exampleOf, examples, pact, path, value } from './pact.ts';

const identity = bearer('identityToken');
const nationalIds = path`/api/users/external/${'serviceUserId'}/national-id`;
const otps = '/api/external/otps/validate';

test('a national id is submitted', () =>
  pact
    .addInteraction()
    .given('a linked customer')
    .uponReceiving('ID-1b a national id of 10 digits is submitted')
    .withRequest('PATCH', nationalIds, (request) =>
      request.headers(identity).jsonBody({ nationalId: value('nationalId') }),
    )
    .willRespondWith(anySuccess)
    .executeTest(async (mock) => {
      const { serviceUserId, nationalId } = examples;
      const { verification } = createClient(mock, { token: 'identityToken' });

      const answer = await verification.submitNationalId(serviceUserId, nationalId);

      expect(answer).toBeUndefined();
    }));

/** A customer who got a one-time password of this type. */
const customerWith = (type: 'SERVICE_OTP' | 'NATIONAL_ID_OTP') =>
  pact.addInteraction().given('a customer with a one-time password', { type });

test.for([
  {
    description: 'ID-2 the right SERVICE_OTP is valid',
    given: () => customerWith('SERVICE_OTP'),
    type: 'SERVICE_OTP',
    answer: { data: { valid: true } },
  },
  {
    description: 'ID-2 the right NATIONAL_ID_OTP is valid',
    given: () => customerWith('NATIONAL_ID_OTP'),
    type: 'NATIONAL_ID_OTP',
    answer: { data: { valid: true } },
  },
  {
    description: 'USER-4 a one-time password is valid for a customer who declined',
    given: () => pact.addInteraction().given('a customer who declined, with a one-time password'),
    type: 'SERVICE_OTP',
    answer: { data: { valid: true } },
  },
  {
    description: 'AUTH-8 a one-time password is checked with the legacy user token or the client admin token',
    given: () => customerWith('SERVICE_OTP'),
    type: 'SERVICE_OTP',
    answer: anyObject,
  },
  // No one-time password is negative.
  {
    description: 'ID-2c a wrong one-time password is not valid',
    given: () => pact.addInteraction().given('a linked customer'),
    type: 'SERVICE_OTP',
    otp: -1,
    answer: { data: { valid: false } },
  },
] as const)('$description', ({ description, given, type, otp = value('otp'), answer }) =>
  given()
    .uponReceiving(description)
    .withRequest('POST', otps, (request) =>
      request.headers(identity).jsonBody({ type, phoneNumber: value('phoneNumber'), otp }),
    )
    .willRespondWith(anySuccess, (response) => response.jsonBody(answer))
    .executeTest(async (mock) => {
      const body = { type, phoneNumber: examples.phoneNumber, otp: exampleOf<unknown>(otp) as number };

      const result = await createClient(mock, { token: 'identityToken' }).call('validateOtp', { body });

      expect(result).toEqual(answer);
    }),
);
