import { expect, test } from 'vitest';
import { newPhone } from '../support/escrow-steps.ts';
import { type Answer, send } from '../support/service-api.ts';
import { startedSandbox } from '../support/started-sandbox.ts';

const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

const sandbox = startedSandbox();

function link(phone: string, changes: object = {}): Promise<Answer> {
  const body = {
    email: 'buyer@shop.example',
    phone,
    name: 'Example Buyer',
    metadata: { note: 'made up' },
    ...changes,
  };
  return send(sandbox(), 'linkUser', { body });
}

async function linkedId(phone = newPhone()): Promise<string> {
  const { body } = await link(phone);
  return body.data.user_id;
}

test('UAPI-1 the same phone is accepted again as the same user, updated with what is sent', async () => {
  const phone = newPhone();
  const first = await link(phone);

  const second = await link(phone, { name: 'Other', metadata: undefined });
  const read = await send(sandbox(), 'getUser', { path: { userId: second.body.data.user_id } });

  expect(second.body.data.user_id).toBe(first.body.data.user_id);
  expect(second.body.data.waffy_token).not.toBe(first.body.data.waffy_token);
  expect(read.body.data).toMatchObject({ name: 'Other', metadata: { note: 'made up' } });
});

test('UAPI-1 ten links of one phone at once create one user', async () => {
  const phone = newPhone();

  const answers = await Promise.all(Array.from({ length: 10 }, () => link(phone)));

  expect(new Set(answers.map(({ body }) => body.data.user_id)).size).toBe(1);
});

test('UAPI-2 a user who is linked is accepted and shown with the verification status', async () => {
  const phone = newPhone();
  const userId = await linkedId(phone);

  const { status, body } = await send(sandbox(), 'getUser', { path: { userId } });

  expect(status).toBe(200);
  expect(body.data).toEqual({
    user_id: userId,
    email: 'buyer@shop.example',
    phone,
    name: 'Example Buyer',
    metadata: { note: 'made up' },
    status: 'linked',
    verification_status: { email_verified: false, phone_verified: false, kyc_status: 'pending' },
    created_at: timestamp,
    updated_at: timestamp,
  });
});

test('UAPI-3 the phone of another user is refused, and nothing changes', async () => {
  const [taken, own] = [newPhone(), newPhone()];
  await link(taken);
  const userId = await linkedId(own);

  const answer = await send(sandbox(), 'updateUser', { path: { userId }, body: { phone: taken, name: 'Other' } });
  const read = await send(sandbox(), 'getUser', { path: { userId } });

  expect(answer).toMatchObject({ status: 400, body: { error: { details: { field: 'phone' } } } });
  expect(read.body.data).toMatchObject({ phone: own, name: 'Example Buyer' });
});
test('UAPI-1 a user is accepted and wrapped in the envelope', async () => {
  const { status, body } = await link(newPhone());

  expect(status).toBe(200);
  expect(body).toEqual({
    success: true,
    data: {
      user_id: expect.stringMatching(/^usr_/),
      waffy_token: expect.any(String),
      status: 'linked',
      verification_required: true,
      created_at: timestamp,
      metadata: { note: 'made up' },
    },
    meta: { request_id: expect.any(String), timestamp },
  });
});

test.each([{ name: 'Other' }, { phone: '+966599000001' }, { metadata: { a: [1] } }, {}])(
  'UAPI-3 the change %j is accepted, and the rest stays',
  async (change) => {
    const userId = await linkedId();
    const before = await send(sandbox(), 'getUser', { path: { userId } });

    const { status } = await send(sandbox(), 'updateUser', { path: { userId }, body: change });
    const after = await send(sandbox(), 'getUser', { path: { userId } });

    expect(status).toBe(200);
    expect(after.body.data).toEqual({ ...before.body.data, ...change, updated_at: timestamp });
  },
);

test('UAPI-4 invalid input is refused with field and value', async () => {
  const { status, body } = await link('0500000001');

  expect(status).toBe(400);
  expect(body).toEqual({
    success: false,
    error: {
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining('phone'),
      details: { field: 'phone', value: '0500000001' },
      rule: 'UAPI-1',
      basis: 'stated',
    },
  });
});

test('UAPI-4 malformed JSON is refused with the body as the field', async () => {
  const { status, body } = await send(sandbox(), 'linkUser', { rawBody: '{' });

  expect(status).toBe(400);
  expect(body.error).toMatchObject({ code: 'VALIDATION_ERROR', details: { field: 'body' } });
});

test.each(['usr_unknown', '0', '..%2f', "'", 'link'])(
  'UAPI-5 the user %s, who is unknown, is refused',
  async (userId) => {
    const answers = await Promise.all([
      send(sandbox(), 'getUser', { path: { userId } }),
      send(sandbox(), 'updateUser', { path: { userId }, body: {} }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(answers.map(({ body }) => body.error.code)).toEqual(['USER_NOT_FOUND', 'USER_NOT_FOUND']);
  },
);

test('UAPI-4 UAPI-5 a user who is linked is accepted', async () => {
  const { body } = await send(sandbox(), 'getUser', { path: { userId: await linkedId() } });

  expect(body.success).toBe(true);
});

test('UAPI-2 reading the user is refused the token', async () => {
  const { text } = await send(sandbox(), 'getUser', { path: { userId: await linkedId() } });

  expect(text).not.toContain('waffy_token');
});
