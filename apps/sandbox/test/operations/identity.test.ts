import { expect, test } from 'vitest';
import { otpOf } from '../support/checkout-steps.ts';
import { newPhone, registerCustomer } from '../support/escrow-steps.ts';
import { type Answer, send } from '../support/service-api.ts';
import { startedService } from '../support/started-sandbox.ts';

const started = startedService();

function validate(phoneNumber: string, otp: number, type = 'SERVICE_OTP'): Promise<Answer> {
  return send(started().sandbox, 'validateOtp', { body: { type, phoneNumber, otp } });
}

async function submittedPhone(): Promise<string> {
  const phone = newPhone();
  const userId = await registerCustomer(started().sandbox, phone);
  await send(started().sandbox, 'submitNationalId', { path: { userId }, body: { nationalId: '1000000001' } });
  return phone;
}

async function phoneWithOtp(): Promise<[phone: string, otp: number]> {
  const phone = await submittedPhone();
  return [phone, await otpOf(started().sandbox, phone, 'SERVICE_OTP')];
}

test('ID-2 a used password is refused as not valid, even if it is used twice at once', async () => {
  const [phone, otp] = await phoneWithOtp();

  const answers = await Promise.all([1, 2, 3, 4].map(() => validate(phone, otp)));

  expect(answers.filter(({ body }) => body.data.valid)).toHaveLength(1);
});

test('ID-2 the fifth try of a password is accepted, and tries at once are all counted', async () => {
  const [[last, lastOtp], [many, manyOtp]] = [await phoneWithOtp(), await phoneWithOtp()];

  for (let count = 0; count < 4; count += 1) await validate(last, 1);
  await Promise.all(Array.from({ length: 8 }, () => validate(many, 1)));

  expect((await validate(last, lastOtp)).body.data.valid).toBe(true);
  expect((await validate(many, manyOtp)).body.data.valid).toBe(false);
});
test.each(['SERVICE_OTP', 'NATIONAL_ID_OTP'] as const)('ID-2 the right %s is accepted as valid', async (type) => {
  const phone = await submittedPhone();

  const { status, body } = await validate(phone, await otpOf(started().sandbox, phone, type), type);

  expect(status).toBe(200);
  expect(body).toEqual({ data: { valid: true } });
});

test('ID-2 a wrong password, and one of another type or phone, is refused as not valid', async () => {
  const otpFor = (phoneNumber: string) => otpOf(started().sandbox, phoneNumber, 'NATIONAL_ID_OTP');
  const phone = await submittedPhone();
  const otp = await otpFor(phone);
  let other = await submittedPhone();
  // One in 900,000 is the same.
  while ((await otpFor(other)) === otp) other = await submittedPhone();

  const answers = [
    await validate(phone, otp === 999_999 ? otp - 1 : otp + 1, 'NATIONAL_ID_OTP'),
    await validate(phone, otp, 'SERVICE_OTP'),
    await validate(other, otp, 'NATIONAL_ID_OTP'),
    await validate(newPhone(), otp, 'NATIONAL_ID_OTP'),
    await validate('no phone', otp, 'NATIONAL_ID_OTP'),
  ];

  expect(answers.map(({ body }) => body.data.valid)).toEqual(Array(5).fill(false));
});

test('ID-2 after five tries a password is refused as not valid, right or wrong, and a fresh one is accepted', async () => {
  const [phone, otp] = await phoneWithOtp();
  const wrong = otp === 999_999 ? otp - 1 : otp + 1;

  const tries = [];
  for (let count = 0; count < 5; count += 1) tries.push(await validate(phone, wrong));
  const right = await validate(phone, otp);
  await registerCustomer(started().sandbox, phone);
  const fresh = await validate(phone, await otpOf(started().sandbox, phone, 'SERVICE_OTP'));

  expect([...tries, right].map(({ body }) => body)).toEqual(Array(6).fill({ data: { valid: false } }));
  expect(fresh.body).toEqual({ data: { valid: true } });
  const { requests } = await started().sandbox.control.requests({ operationId: 'validateOtp', limit: 2 });
  const { notes } = await started().sandbox.control.request(requests[1]?.id ?? '');
  expect(notes).toEqual([expect.stringContaining('had its 5 tries')]);
});

test('ID-2 a password is accepted for 300 s and then refused as not valid', async () => {
  const [[early, earlyOtp], [late, lateOtp]] = [await phoneWithOtp(), await phoneWithOtp()];

  await started().sandbox.control.advance(290);
  const accepted = await validate(early, earlyOtp);
  await started().sandbox.control.advance(11);
  const refused = await validate(late, lateOtp);

  expect([accepted.body.data.valid, refused.body.data.valid]).toEqual([true, false]);
});

test('ID-2 a new password replaces the one before, which is refused', async () => {
  const [phone, old] = await phoneWithOtp();
  await registerCustomer(started().sandbox, phone);
  const fresh = await otpOf(started().sandbox, phone, 'SERVICE_OTP');

  const answers = [old !== fresh && (await validate(phone, old)).body.data.valid, await validate(phone, fresh)];

  expect(answers).toMatchObject([false, { body: { data: { valid: true } } }]);
});

test('UAPI-2 a verified user is accepted and shown as verified', async () => {
  const phone = await submittedPhone();
  const linked = await send(started().sandbox, 'linkUser', { body: { email: 'a@b.example', phone, name: 'A' } });
  await validate(phone, await otpOf(started().sandbox, phone, 'NATIONAL_ID_OTP'), 'NATIONAL_ID_OTP');
  await validate(phone, await otpOf(started().sandbox, phone, 'SERVICE_OTP'));

  const { body } = await send(started().sandbox, 'getUser', { path: { userId: linked.body.data.user_id } });

  expect(body.data).toMatchObject({
    status: 'verified',
    verification_status: { email_verified: false, phone_verified: true, kyc_status: 'approved' },
  });
});
