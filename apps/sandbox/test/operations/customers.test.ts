import { expect, test } from 'vitest';
import { newPhone } from '../support/escrow-steps.ts';
import { send } from '../support/service-api.ts';
import { startedSandbox } from '../support/started-sandbox.ts';

const iban = 'SA0380000000608010167519';
const bankAccount = { iban, currency: 'SAR', beneficiaryName: 'Example Seller', nationalId: '1000000001' };
const address = { addressLabel: 'HOME', countryCode: 'SA' };

const sandbox = startedSandbox();
const register = (body: object) => send(sandbox(), 'registerCustomer', { body });

test('USER-1 USER-2 a customer is accepted and gets two whole numbers, and the same ones again, also twenty times at once', async () => {
  const phoneNumber = newPhone();

  const first = await register({ phoneNumber, firstName: 'Example', lastName: 'Buyer' });
  const again = await Promise.all(Array.from({ length: 20 }, () => register({ phoneNumber, firstName: 'Other' })));

  expect(Object.keys(first.body)).toEqual(['serviceUserId', 'userIdentification']);
  expect(Object.values(first.body).every(Number.isSafeInteger)).toBe(true);
  expect(again.map(({ status, body }) => [status, body])).toEqual(Array(20).fill([200, first.body]));
});

test('USER-1 USER-2 a registration whose first name is no text is refused, and links nobody', async () => {
  const phoneNumber = newPhone();

  const refused = await register({ phoneNumber, firstName: 1 });

  expect(refused.status).toBe(400);
  expect((await sandbox().control.users()).users.map((user) => user.phoneNumber)).not.toContain(phoneNumber);
});

test.each(['0', '9007199254740993', '1'.repeat(400), 'none', '-1', '1.5', '1e3'])(
  'BANK-1 the user %s, who is not registered, is refused, for every detail',
  async (id) => {
    const answers = await Promise.all([
      send(sandbox(), 'addBankAccount', { path: { serviceUserId: id }, body: bankAccount }),
      send(sandbox(), 'addAddress', { path: { serviceUserId: id }, body: address }),
      send(sandbox(), 'submitNationalId', { path: { userId: id }, body: { nationalId: '1000000001' } }),
    ]);

    for (const { status } of answers) expect([400, 404]).toContain(status);
  },
);
