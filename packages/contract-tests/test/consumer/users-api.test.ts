import { MatchersV3 } from '@pact-foundation/pact';
import { test } from 'vitest';
import { anyObject, anyRefusal, exactly, expectCall, expectRefused } from './interaction.ts';
import { user } from './requests.ts';
import { exampleOf, examples, filledText, value, valueInAnswer } from './values.ts';

const { like, boolean, regex } = MatchersV3;
const { userId } = examples;

/** ISO 8601, in the extended form or the basic one: the day is one of a month, of the year or of a week. */
const timestamp = regex(
  '^\\d{4}(-\\d{2}-\\d{2}|-\\d{3}|-W\\d{2}-\\d|\\d{4}|\\d{3}|W\\d{3})T\\d{2}.*$',
  '2030-01-01T00:00:00Z',
);
const meta = { request_id: filledText('request-example-1'), timestamp };

const linked = {
  success: true,
  data: {
    user_id: filledText('usr_example_1'),
    waffy_token: filledText('user-token-example-1'),
    status: like('linked'),
    verification_required: boolean(true),
    created_at: timestamp,
  },
  meta,
};

const link = { operation: 'linkUser', state: 'a phone number that nobody has' } as const;
const { metadata, ...userWithoutMetadata } = user;
const { email, ...userWithoutEmail } = user;
const { phone, ...userWithoutPhone } = user;
const { name, ...userWithoutName } = user;

test.for([
  { description: 'UAPI-1 a user is linked', body: user },
  { description: 'UAPI-1 a user is linked without metadata', body: userWithoutMetadata },
])('$description', (exchange) =>
  expectCall({
    ...link,
    ...exchange,
    status: exactly(200),
    answer: linked,
    async call({ users }) {
      const { data } = await users.link(exampleOf(exchange.body));
      return { ...data, waffy_token: data.waffy_token.reveal() };
    },
    result: exampleOf(linked.data),
  }),
);

const read = { operation: 'getUser', state: 'a user of the Users API', status: exactly(200) } as const;
const readChanged = { ...read, state: 'a user of the Users API whose name and phone were changed' } as const;

test.for([
  {
    ...read,
    description: 'UAPI-2 a user is read with verification_status',
    answer: {
      success: true,
      data: {
        user_id: valueInAnswer('userId'),
        verification_status: {
          email_verified: boolean(true),
          phone_verified: boolean(true),
          kyc_status: like('approved'),
        },
      },
      meta,
    },
  },
  {
    ...read,
    description: 'UAPI-2 the record has the data of the link',
    answer: {
      data: {
        user_id: valueInAnswer('userId'),
        email: valueInAnswer('email'),
        phone: regex('^\\+[1-9]\\d+$', '+966500000001'),
        name: filledText('Badr Buyer'),
      },
    },
  },
  {
    ...read,
    description: 'UAPI-2a the record has status, created_at and updated_at',
    answer: { data: { status: like('linked'), created_at: timestamp, updated_at: timestamp } },
  },
  {
    ...readChanged,
    description: 'UAPI-3b a user has the changed name',
    answer: { data: { name: 'Badr Second Buyer' } },
  },
  {
    ...readChanged,
    description: 'UAPI-3b a user has the changed phone',
    answer: { data: { phone: valueInAnswer('phoneNumber') } },
  },
  { ...read, description: 'AUTH-11 the Users API takes the API key', answer: anyObject },
])('$description', (exchange) => expectCall({ ...exchange, call: ({ users }) => users.get(userId) }));

const changes = { name: 'Badr Second Buyer', phone: value('phoneNumber'), metadata: { customerNumber: '8' } };
const update = { operation: 'updateUser', state: 'a user of the Users API', body: changes } as const;

test('a user is changed', () =>
  expectCall({
    ...update,
    description: 'UAPI-3 a user is changed',
    call: ({ users }) => users.update(userId, exampleOf(changes)),
  }));

test.for([
  { ...read, description: 'UAPI-5 getUser of an unknown user is refused' },
  { ...update, description: 'UAPI-5 updateUser of an unknown user is refused' },
])('$description', (exchange) =>
  expectCall({
    ...exchange,
    path: { userId: 'unknownUserId' },
    status: exactly(404),
    answer: { success: false, error: { code: 'USER_NOT_FOUND', message: like('No such user.') } },
    error: { code: 'user_not_found', status: 404 },
  }),
);

test('the rate limit is used up', () =>
  expectCall({
    ...link,
    description: 'UAPI-6a a request beyond the rate limit is refused',
    state: 'the rate limit of the Users API is used up',
    body: user,
    status: anyRefusal(429),
    error: { code: 'rate_limited', status: 429 },
  }));

/** The name of a field, which may be written as a path or a pointer: its form is not shown. */
const named = (field: string) => regex(`^(.*[^A-Za-z])?${field}[^A-Za-z]*$`, field);

/** The answer to invalid input, of which the field is named. */
const invalid = (details: object) => ({
  success: false,
  error: { code: 'VALIDATION_ERROR', message: like('The field is invalid.'), details },
});

test.for([
  { ...link, description: 'UAPI-1 a user without email is refused', body: userWithoutEmail },
  { ...link, description: 'UAPI-1 a user without phone is refused', body: userWithoutPhone },
  { ...link, description: 'UAPI-1 a user without name is refused', body: userWithoutName },
  {
    ...link,
    description: 'UAPI-4 linking a user without email is answered with the field',
    body: userWithoutEmail,
    status: exactly(400),
    answer: invalid({ field: named('email') }),
  },
  {
    ...link,
    description: 'UAPI-4 linking a phone that is not in E.164 form is answered with the field and its value',
    body: { ...user, phone: 'not-a-number' },
    status: exactly(400),
    answer: invalid({ field: named('phone'), value: 'not-a-number' }),
  },
  {
    ...update,
    description: 'UAPI-4 changing a phone to one that is not in E.164 form is refused',
    body: { ...changes, phone: 'not-a-number' },
    status: exactly(400),
    answer: invalid({ field: named('phone') }),
  },
])('$description', expectRefused);
