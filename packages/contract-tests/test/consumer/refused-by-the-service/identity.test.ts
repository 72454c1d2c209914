import { expect, test } from 'vitest';
import { anyRefusal, bearer, createClient, exampleOf, examples, pact, path, value } from '../pact.ts';

const identity = bearer('identityToken');

test.for([
  ['ID-1 a national id with 9 digits is refused', '100000000'],
  ['ID-1 a national id with 11 digits is refused', '10000000011'],
  ['ID-1 a national id with a letter is refused', '10000000A1'],
  ['ID-1a a national id that is a number is refused', 1000000001],
  ['ID-1a a national id that is null is refused', null],
] as const)('%s', ([description, nationalId]) =>
  pact
    .addInteraction()
    .given('a linked customer')
    .uponReceiving(description)
    .withRequest('PATCH', path`/api/users/external/${'serviceUserId'}/national-id`, (request) =>
      request.headers(identity).jsonBody({ nationalId }),
    )
    .willRespondWith(anyRefusal())
    .executeTest(async (mock) => {
      const { verification } = createClient(mock, { token: 'identityToken', checks: 'none' });

      const refused = verification.submitNationalId(examples.serviceUserId, nationalId as never);

      await expect(refused).rejects.toMatchObject({ status: 400 });
    }),
);

const check = { type: 'SERVICE_OTP', phoneNumber: value('phoneNumber'), otp: value('otp') };

test.for([
  { description: 'ID-2b another type of one-time password is refused', body: { ...check, type: 'EMAIL_OTP' } },
  { description: 'ID-2b a one-time password in quotes is refused', body: { ...check, otp: '123456' } },
])('$description', ({ description, body }) =>
  pact
    .addInteraction()
    .given('a customer with a one-time password', { type: 'SERVICE_OTP' })
    .uponReceiving(description)
    .withRequest('POST', '/api/external/otps/validate', (request) => request.headers(identity).jsonBody(body))
    .willRespondWith(anyRefusal())
    .executeTest(async (mock) => {
      const { verification } = createClient(mock, { token: 'identityToken', checks: 'none' });

      const refused = verification.validateOtp(exampleOf(body) as never);

      await expect(refused).rejects.toMatchObject({ status: 400 });
    }),
);
