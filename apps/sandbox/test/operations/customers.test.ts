import { expect, test } from 'vitest';
import { newPhone } from '../support/escrow-steps.ts';
import { send } from '../support/service-api.ts';
import { startedSandbox } from '../support/started-sandbox.ts';

const bankAccount = {
  iban: 'SA0000000000000000000001',
  currency: 'SAR',
  beneficiaryName: 'Example Seller',
  nationalId: '1000000001',
};
const address = { addressLabel: 'HOME', countryCode: 'SA' };

/** Ids of no user: too small, too large for the stores, or not a number. */
const noIds = ['0', '1', '9007199254740993', '9223372036854775808', '1'.repeat(400), 'none', '-1', '1.5', '1e3'];

const sandbox = startedSandbox();

test('USER-1 a customer is accepted and gets two whole numbers', async () => {
  const body = { phoneNumber: newPhone(), firstName: 'Example', lastName: 'Buyer' };

  const answer = await send(sandbox(), 'registerCustomer', { body });

  expect(answer.status).toBe(200);
  expect(Object.keys(answer.body)).toEqual(['serviceUserId', 'userIdentification']);
  expect(Object.values(answer.body).every(Number.isSafeInteger)).toBe(true);
});

test('USER-2 twenty registrations of one phone at once create one user', async () => {
  const phoneNumber = newPhone();

  const answers = await Promise.all(
    Array.from({ length: 20 }, () => send(sandbox(), 'registerCustomer', { body: { phoneNumber } })),
  );

  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(new Set(answers.map(({ body }) => body.serviceUserId)).size).toBe(1);
});

test.each(noIds)('BANK-1 the user %s, who is not registered, is refused, for every detail', async (id) => {
  const answers = await Promise.all([
    send(sandbox(), 'addBankAccount', { path: { serviceUserId: id }, body: bankAccount }),
    send(sandbox(), 'addAddress', { path: { serviceUserId: id }, body: address }),
    send(sandbox(), 'submitNationalId', { path: { userId: id }, body: { nationalId: '1000000001' } }),
  ]);

  for (const { status } of answers) expect([400, 404]).toContain(status);
});
test('USER-2 the same phone is accepted again and is the same user', async () => {
  const phoneNumber = newPhone();
  const first = await send(sandbox(), 'registerCustomer', { body: { phoneNumber, firstName: 'Example' } });

  const second = await send(sandbox(), 'registerCustomer', { body: { phoneNumber, firstName: 'Other' } });

  expect(second.body).toEqual(first.body);
});

test('USER-1 USER-2 a registration whose first name is no text is refused, and links nobody', async () => {
  const phoneNumber = newPhone();
  const refused = await send(sandbox(), 'registerCustomer', { body: { phoneNumber, firstName: 1 } });

  const { body } = await send(sandbox(), 'validateOtp', {
    body: { type: 'SERVICE_OTP', phoneNumber, otp: 100000 },
  });

  expect(refused.status).toBe(400);
  expect(body).toEqual({ data: { valid: false } });
});
