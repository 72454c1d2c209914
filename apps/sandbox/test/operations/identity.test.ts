import { expect, test } from 'vitest';
import { otpOf } from '../support/checkout-steps.ts';
import { newPhone, registerCustomer } from '../support/escrow-steps.ts';
import { type Answer, send } from '../support/service-api.ts';
import { startedSandbox } from '../support/started-sandbox.ts';

const sandbox = startedSandbox();

const validate = (phoneNumber: string, otp: number, type = 'SERVICE_OTP'): Promise<Answer> =>
  send(sandbox(), 'validateOtp', { body: { type, phoneNumber, otp } });
const isValid = async (...parts: Parameters<typeof validate>) => (await validate(...parts)).body.data.valid;

/** A user who has submitted a national id, with the passwords of both types. */
async function userWithOtps() {
  const phone = newPhone();
  const userId = await registerCustomer(sandbox(), phone);
  await send(sandbox(), 'submitNationalId', { path: { userId }, body: { nationalId: '1000000001' } });
  const [otp, nationalOtp] = [await otpOf(sandbox(), phone), await otpOf(sandbox(), phone, 'NATIONAL_ID_OTP')];
  return { phone, otp, nationalOtp, wrong: otp === 999_999 ? otp - 1 : otp + 1 };
}

test('ID-2 a password is refused as not valid after its use, even if it is used twice at once', async () => {
  const { phone, otp } = await userWithOtps();

  const answers = await Promise.all([1, 2, 3, 4].map(() => validate(phone, otp)));

  expect(answers.filter(({ body }) => body.data.valid)).toHaveLength(1);
  expect(answers[0]).toMatchObject({ status: 200, body: { data: { valid: expect.any(Boolean) } } });
});

test('ID-2 a password of another type or phone, or of nobody, is refused as not valid', async () => {
  const { phone, nationalOtp } = await userWithOtps();
  let other = await userWithOtps();
  // One in 900,000 is the same.
  while (other.nationalOtp === nationalOtp || other.otp === nationalOtp) other = await userWithOtps();

  const answers = [
    await isValid(phone, nationalOtp, 'SERVICE_OTP'),
    await isValid(other.phone, nationalOtp, 'NATIONAL_ID_OTP'),
    await isValid(newPhone(), nationalOtp, 'NATIONAL_ID_OTP'),
    await isValid('no phone', nationalOtp, 'NATIONAL_ID_OTP'),
  ];

  expect(answers).toEqual([false, false, false, false]);
});

test('ID-2 after five tries, also at once, a password is refused as not valid, right or wrong, and a fresh one is accepted', async () => {
  const { phone, otp, wrong } = await userWithOtps();
  const last = await userWithOtps();

  const tries = await Promise.all(Array.from({ length: 5 }, () => isValid(phone, wrong)));
  const right = await isValid(phone, otp);
  const { requests } = await sandbox().control.requests({ operationId: 'validateOtp', limit: 1 });
  await registerCustomer(sandbox(), phone);
  const fresh = await isValid(phone, await otpOf(sandbox(), phone));
  for (let count = 0; count < 4; count += 1) await validate(last.phone, last.wrong);

  expect([...tries, right, fresh]).toEqual([...Array(6).fill(false), true]);
  expect(await isValid(last.phone, last.otp)).toBe(true);
  expect(requests[0]?.notes).toEqual([expect.stringContaining('was tried 5 times')]);
});

test('ID-2 a password is accepted for 300 s and then refused as not valid', async () => {
  const [early, late] = [await userWithOtps(), await userWithOtps()];

  await sandbox().control.advance(290);
  const accepted = await isValid(early.phone, early.otp);
  await sandbox().control.advance(11);

  expect([accepted, await isValid(late.phone, late.otp)]).toEqual([true, false]);
});

test('ID-2 UAPI-2 both passwords are accepted, and the user is shown as verified', async () => {
  const { phone, otp, nationalOtp } = await userWithOtps();

  const valid = [await isValid(phone, nationalOtp, 'NATIONAL_ID_OTP'), await isValid(phone, otp)];

  const linked = await send(sandbox(), 'linkUser', { body: { email: 'a@b.example', phone, name: 'A' } });
  const { body } = await send(sandbox(), 'getUser', { path: { userId: linked.body.data.user_id } });
  expect(valid).toEqual([true, true]);
  const verification = { email_verified: false, phone_verified: true, kyc_status: 'approved' };
  expect(body.data).toMatchObject({ status: 'verified', verification_status: verification });
});
