import { MatchersV3 } from '@pact-foundation/pact';
import { expect } from 'vitest';
import { given } from './interaction/given.ts';
import { interaction, refusal, sampleWith, sampleWithout } from './interaction/interaction.ts';
import { filledText, stateValue } from './interaction/matchers.ts';

const { like, boolean, regex } = MatchersV3;
/** ISO 8601, in the extended form or the basic one: the day is one of a month, of the year or of a week. */
const timestamp = regex(
  '^\\d{4}(-\\d{2}-\\d{2}|-\\d{3}|-W\\d{2}-\\d|\\d{4}|\\d{3}|W\\d{3})T\\d{2}.*$',
  '2030-01-01T00:00:00Z',
);
const meta = { request_id: filledText('request-example-1'), timestamp };
const user = { email: 'badr@shop.example', name: 'Badr Buyer', metadata: { customerNumber: '8' } };

interaction('UAPI-1 a user is linked', 'linkUser', {
  answer: {
    success: true,
    data: {
      user_id: filledText('usr_example_1'),
      waffy_token: filledText('user-token-example-1'),
      status: like('linked'),
      verification_required: boolean(true),
      created_at: timestamp,
      metadata: like({}),
    },
    meta,
  },
  act: async ({ escrow, example }) => {
    const { success, data } = await escrow.users.link({ ...user, phone: example.phoneNumber });

    expect(success).toBe(true);
    expect(data).toMatchObject({ user_id: 'usr_example_1', verification_required: true });
    expect(data.waffy_token.reveal()).toBe('user-token-example-1');
  },
});

interaction('UAPI-1 a user is linked without metadata', 'linkUser', {
  request: () => ({ body: sampleWithout('linkUser', 'metadata') }),
  answer: { success: true, data: { user_id: filledText('usr_example_1') } },
});

interaction('UAPI-2 a user is read with verification_status', 'getUser', {
  answer: {
    success: true,
    data: {
      user_id: stateValue('userId'),
      verification_status: {
        email_verified: boolean(true),
        phone_verified: boolean(true),
        kyc_status: like('approved'),
      },
    },
    meta,
  },
  act: async ({ escrow, example }) => {
    const { data } = await escrow.users.get(example.userId);

    expect(data.verification_status).toEqual({ email_verified: true, phone_verified: true, kyc_status: 'approved' });
  },
});

interaction('UAPI-2 the record has what the user was linked with', 'getUser', {
  answer: {
    data: {
      user_id: stateValue('userId'),
      email: filledText('badr@shop.example'),
      phone: regex('^\\+[1-9]\\d+$', '+966500000001'),
      name: filledText('Badr Buyer'),
    },
  },
});

interaction('UAPI-2 the record has status, created_at and updated_at', 'getUser', {
  // It is not stated that reading a user returns these fields.
  basis: 'implied',
  answer: { data: { status: like('linked'), created_at: timestamp, updated_at: timestamp } },
});

interaction('UAPI-3 a user whose name was changed has the new name', 'getUser', {
  given: given('a user of the Users API whose name was changed'),
  // A user is updated (UAPI-3) and read (UAPI-2). That the record then shows the change is not said.
  basis: 'implied',
  blames: { status: 'UAPI-2', answer: 'UAPI-2', '$.data.name': 'UAPI-3' },
  answer: { data: { name: 'Badr Second Buyer' } },
});

interaction('UAPI-6 an answer of the Users API has rate-limit headers', 'getUser', {
  notCheckable: 'the names of the rate-limit headers are not shown',
  answer: { success: true, data: { user_id: stateValue('userId') } },
});

interaction('AUTH-11 the Users API takes the API key', 'getUser', {
  rules: ['AUTH-1'],
  blames: { status: 'UAPI-2', answer: 'UAPI-2' },
  answer: { success: true, data: { user_id: stateValue('userId') } },
});

interaction('UAPI-3 a user is changed', 'updateUser', {
  isStatusShown: false,
  act: async ({ escrow, example }) => {
    const { userId, phoneNumber: phone } = example;
    const answer = await escrow.users.update(userId, { name: 'Badr Second Buyer', phone, metadata: user.metadata });

    expect(answer).toBeUndefined();
  },
});

const invalid = (field: string) => ({
  success: false,
  error: { code: 'VALIDATION_ERROR', message: like('The field is missing.'), details: { field: filledText(field) } },
});

for (const missing of ['email', 'phone', 'name']) {
  refusal(`UAPI-1 a user without ${missing} is refused`, 'linkUser', {
    rules: ['UAPI-4'],
    blames: { status: 'UAPI-4', answer: 'UAPI-4' },
    body: sampleWithout('linkUser', missing),
    answer: invalid(missing),
  });
}

refusal('UAPI-4 linking a phone that is not in E.164 form is answered with the field and its value', 'linkUser', {
  body: sampleWith('linkUser', { phone: 'not-a-number' }),
  answer: {
    success: false,
    error: {
      code: 'VALIDATION_ERROR',
      message: like('No phone.'),
      details: { field: filledText('phone'), value: like('not-a-number') },
    },
  },
});
refusal('UAPI-4 changing a phone to one that is not in E.164 form is refused', 'updateUser', {
  body: sampleWith('updateUser', { phone: 'not-a-number' }),
  answer: invalid('phone'),
});

for (const operation of ['getUser', 'updateUser'] as const) {
  interaction(`UAPI-5 ${operation} of an unknown user is refused`, operation, {
    given: given('a user of the Users API'),
    request: (value) => ({ path: { userId: value('unknownUserId') } }),
    status: 404,
    answer: { success: false, error: { code: 'USER_NOT_FOUND', message: like('No such user.') } },
    act: async ({ escrow, example }) => {
      const changes = { name: 'Badr Second Buyer', phone: example.phoneNumber, metadata: user.metadata };
      const { unknownUserId } = example;
      const call =
        operation === 'getUser' ? escrow.users.get(unknownUserId) : escrow.users.update(unknownUserId, changes);

      await expect(call).rejects.toMatchObject({ code: 'user_not_found', status: 404 });
    },
  });
}

interaction('UAPI-6a a request beyond the rate limit is refused', 'linkUser', {
  given: given('the rate limit of the Users API is used up'),
  rules: ['UAPI-6'],
  status: 429,
});
