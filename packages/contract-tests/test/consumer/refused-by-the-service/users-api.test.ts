import { MatchersV3 } from '@pact-foundation/pact';
import { expect, test } from 'vitest';
import { anyRefusal, bearer, createUncheckedClient, exampleOf, examples, pact, path } from '../pact.ts';
import { changes, user } from '../requests.ts';

const apiKey = bearer('apiKey');
const { like, regex } = MatchersV3;

const { email, ...userWithoutEmail } = user;
const { phone, ...userWithoutPhone } = user;
const { name, ...userWithoutName } = user;

/** The name of a field, which may be written as a path or a pointer: its form is not shown. */
const named = (field: string) => regex(`^(.*[^A-Za-z])?${field}[^A-Za-z]*$`, field);

/** The answer to invalid input, of which the field is named. */
const invalid = (details: object) => ({
  success: false,
  error: { code: 'VALIDATION_ERROR', message: like('The field is invalid.'), details },
});

test.for([
  { description: 'UAPI-1 a user without email is refused', body: userWithoutEmail },
  { description: 'UAPI-1 a user without phone is refused', body: userWithoutPhone },
  { description: 'UAPI-1 a user without name is refused', body: userWithoutName },
  {
    description: 'UAPI-4 linking a user without email is answered with the field',
    body: userWithoutEmail,
    answer: invalid({ field: named('email') }),
  },
  {
    description: 'UAPI-4 linking a phone that is not in E.164 form is answered with the field and its value',
    body: { ...user, phone: 'not-a-number' },
    answer: invalid({ field: named('phone'), value: 'not-a-number' }),
  },
])('$description', ({ description, body, answer }) =>
  pact
    .addInteraction()
    .given('a phone number that nobody has')
    .uponReceiving(description)
    .withRequest('POST', '/users/link', (request) => request.headers(apiKey).jsonBody(body))
    .willRespondWith(answer ? 400 : anyRefusal(), (response) => answer && response.jsonBody(answer))
    .executeTest(async (mock) => {
      const refused = createUncheckedClient(mock).users.link(exampleOf(body) as never);

      await expect(refused).rejects.toMatchObject({ status: 400 });
    }),
);

test('a phone in another form', () => {
  const body = { ...changes, phone: 'not-a-number' };
  return pact
    .addInteraction()
    .given('a user of the Users API')
    .uponReceiving('UAPI-4 changing a phone to one that is not in E.164 form is refused')
    .withRequest('PUT', path`/users/${'userId'}`, (request) => request.headers(apiKey).jsonBody(body))
    .willRespondWith(400, (response) => response.jsonBody(invalid({ field: named('phone') })))
    .executeTest(async (mock) => {
      const refused = createUncheckedClient(mock).users.update(examples.userId, body);

      await expect(refused).rejects.toMatchObject({ status: 400 });
    });
});
