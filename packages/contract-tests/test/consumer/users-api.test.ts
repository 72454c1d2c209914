import { MatchersV3 } from '@pact-foundation/pact';
import { expect, test } from 'vitest';
import {
  anyObject,
  anyRefusal,
  anySuccess,
  bearer,
  createClient,
  exampleOf,
  examples,
  filledText,
  pact,
  path,
  value,
} from './pact.ts';
import { changes, user } from './requests.ts';

const apiKey = bearer('apiKey');
const { like, boolean, regex } = MatchersV3;

const users = path`/users/${'userId'}`;
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

const { metadata, ...userWithoutMetadata } = user;

test.for([
  { description: 'UAPI-1 a user is linked', body: user },
  { description: 'UAPI-1 a user is linked without metadata', body: userWithoutMetadata },
])('$description', ({ description, body }) =>
  pact
    .addInteraction()
    .given('a phone number that nobody has')
    .uponReceiving(description)
    .withRequest('POST', '/users/link', (request) => request.headers(apiKey).jsonBody(body))
    .willRespondWith(200, (response) => response.jsonBody(linked))
    .executeTest(async (mock) => {
      const { data } = await createClient(mock).users.link(exampleOf(body));

      expect(data).toMatchObject({ user_id: 'usr_example_1', verification_required: true });
      expect(data.waffy_token.reveal()).toBe('user-token-example-1');
    }),
);

const linkedUser = 'a user of the Users API';
const changedUser = 'a user of the Users API whose name and phone were changed';

test.for([
  {
    description: 'UAPI-2 a user is read with verification_status',
    state: linkedUser,
    answer: {
      success: true,
      data: {
        user_id: value('userId'),
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
    description: 'UAPI-2 the record has what the user was linked with',
    state: linkedUser,
    answer: {
      data: {
        user_id: value('userId'),
        email: value('email'),
        phone: regex('^\\+[1-9]\\d+$', '+966500000001'),
        name: filledText('Badr Buyer'),
      },
    },
  },
  {
    description: 'UAPI-2a the record has status, created_at and updated_at',
    state: linkedUser,
    answer: { data: { status: like('linked'), created_at: timestamp, updated_at: timestamp } },
  },
  {
    description: 'UAPI-3b a user whose name was changed has the new name',
    state: changedUser,
    answer: { data: { name: 'Badr Second Buyer' } },
  },
  {
    description: 'UAPI-3b a user whose phone was changed has the new phone',
    state: changedUser,
    answer: { data: { phone: value('phoneNumber') } },
  },
  { description: 'AUTH-11 the Users API takes the API key', state: linkedUser, answer: anyObject },
] as const)('$description', ({ description, state, answer }) =>
  pact
    .addInteraction()
    .given(state)
    .uponReceiving(description)
    .withRequest('GET', users, (request) => request.headers(apiKey))
    .willRespondWith(200, (response) => response.jsonBody(answer))
    .executeTest(async (mock) => {
      const user = await createClient(mock).users.get(userId);

      expect(user).toEqual(exampleOf(answer));
    }),
);

test('a user is changed', () =>
  pact
    .addInteraction()
    .given('a user of the Users API')
    .uponReceiving('UAPI-3 a user is changed')
    .withRequest('PUT', users, (request) => request.headers(apiKey).jsonBody(changes))
    .willRespondWith(anySuccess)
    .executeTest(async (mock) => {
      const answer = await createClient(mock).users.update(userId, exampleOf(changes));

      expect(answer).toBeUndefined();
    }));

test.for([
  { operation: 'getUser', method: 'GET', body: undefined },
  { operation: 'updateUser', method: 'PUT', body: changes },
] as const)('$operation of an unknown user', ({ operation, method, body }) =>
  pact
    .addInteraction()
    .given(linkedUser)
    .uponReceiving(`UAPI-5 ${operation} of an unknown user is refused`)
    .withRequest(method, path`/users/${'unknownUserId'}`, (request) => {
      request.headers(apiKey);
      if (body) request.jsonBody(body);
    })
    .willRespondWith(404, (response) =>
      response.jsonBody({ success: false, error: { code: 'USER_NOT_FOUND', message: like('No such user.') } }),
    )
    .executeTest(async (mock) => {
      const input = { path: { userId: examples.unknownUserId }, body: body && exampleOf(body) };

      const refused = createClient(mock).call(operation, input as never);

      await expect(refused).rejects.toMatchObject({ code: 'user_not_found', status: 404 });
    }),
);

test('the rate limit is used up', () =>
  pact
    .addInteraction()
    .given('the rate limit of the Users API is used up')
    .uponReceiving('UAPI-6a a request beyond the rate limit is refused')
    .withRequest('POST', '/users/link', (request) => request.headers(apiKey).jsonBody(user))
    .willRespondWith(anyRefusal(429))
    .executeTest(async (mock) => {
      const link = createClient(mock).users.link(exampleOf(user));

      await expect(link).rejects.toMatchObject({ code: 'rate_limited', status: 429 });
    }));
