import { expect, test } from 'vitest';
import { newPhone } from '../support/escrow-steps.ts';
import { type Answer, send } from '../support/service-api.ts';
import { startedSandbox } from '../support/started-sandbox.ts';

const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const metadata = { note: 'made up' };

const sandbox = startedSandbox();

function link(phone: string, changes: object = {}): Promise<Answer> {
  const body = { email: 'buyer@shop.example', phone, name: 'Example Buyer', metadata, ...changes };
  return send(sandbox(), 'linkUser', { body });
}

const linkedId = async (phone = newPhone()): Promise<string> => (await link(phone)).body.data.user_id;
const read = (userId: string) => send(sandbox(), 'getUser', { path: { userId } });
const update = (userId: string, body: object) => send(sandbox(), 'updateUser', { path: { userId }, body });

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
      metadata,
    },
    meta: { request_id: expect.any(String), timestamp },
  });
});

test('UAPI-1 the same phone is accepted again as the same user, updated with what is sent, also at once', async () => {
  const phone = newPhone();
  const first = await link(phone);

  const second = await link(phone, { name: 'Other', metadata: undefined });
  const atOnce = await Promise.all(Array.from({ length: 10 }, () => link(phone, { name: 'Other' })));

  const { user_id: userId, waffy_token: token } = first.body.data;
  expect([second, ...atOnce].map(({ body }) => body.data.user_id)).toEqual(Array(11).fill(userId));
  expect(second.body.data.waffy_token).not.toBe(token);
  expect((await read(userId)).body.data).toMatchObject({ name: 'Other', metadata });
});

test('UAPI-2 UAPI-4 UAPI-5 a user who is linked is accepted and shown with the verification status', async () => {
  const phone = newPhone();
  const userId = await linkedId(phone);

  const { status, body } = await read(userId);

  expect([status, body.success]).toEqual([200, true]);
  expect(body.data).toEqual({
    user_id: userId,
    email: 'buyer@shop.example',
    phone,
    name: 'Example Buyer',
    metadata,
    status: 'linked',
    verification_status: { email_verified: false, phone_verified: false, kyc_status: 'pending' },
    created_at: timestamp,
    updated_at: timestamp,
  });
});

test('UAPI-2 reading the user is refused the token', async () => {
  expect((await read(await linkedId())).text).not.toContain('waffy_token');
});

test.each([{ name: 'Other' }, { phone: '+966599000001' }, { metadata: { a: [1] } }, {}])(
  'UAPI-3 the change %j is accepted, and the rest stays',
  async (change) => {
    const userId = await linkedId();
    const before = await read(userId);

    const { status } = await update(userId, change);

    expect(status).toBe(200);
    expect((await read(userId)).body.data).toEqual({ ...before.body.data, ...change, updated_at: timestamp });
  },
);

test('UAPI-3 the phone of another user is refused, and nothing changes', async () => {
  const [taken, own] = [newPhone(), newPhone()];
  await link(taken);
  const userId = await linkedId(own);

  const answer = await update(userId, { phone: taken, name: 'Other' });

  expect(answer).toMatchObject({ status: 400, body: { error: { details: { field: 'phone' } } } });
  expect((await read(userId)).body.data).toMatchObject({ phone: own, name: 'Example Buyer' });
});

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

test('UAPI-5 a user who is unknown is refused', async () => {
  const answers = await Promise.all(['usr_unknown', '..%2f'].flatMap((id) => [read(id), update(id, {})]));

  expect(answers).toMatchObject(Array(4).fill({ status: 404, body: { error: { code: 'USER_NOT_FOUND' } } }));
});
