import { describe, expect, test } from 'vitest';
import { newPhone, registerCustomer } from '../support/escrow-steps.ts';
import { send } from '../support/service-api.ts';
import { startedSandbox } from '../support/started-sandbox.ts';
import { stores } from '../support/stores.ts';

const bankAccount = {
  iban: 'SA0000000000000000000001',
  currency: 'SAR',
  beneficiaryName: 'Example Seller',
  nationalId: '1000000001',
};
const address = { addressLabel: 'HOME', countryCode: 'SA' };

/** Ids of no user: too small, too large for the stores, or not a number. */
const noIds = ['0', '1', '9007199254740993', '9223372036854775808', '1'.repeat(400), 'none', '-1', '1.5', '1e3'];

describe.each(stores)('on %s', (store) => {
  const sandbox = startedSandbox(store);

  test('USER-1 a customer is accepted and gets two whole numbers', async () => {
    const body = { phoneNumber: newPhone(), firstName: 'Example', lastName: 'Buyer' };

    const answer = await send(sandbox(), 'registerCustomer', { body });

    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(['serviceUserId', 'userIdentification']);
    expect(Object.values(answer.body).every(Number.isSafeInteger)).toBe(true);
  });

  test.each([['0500000001'], ['+0500000001'], ['966500000001'], ['+96650000000100000'], [''], [966500000001], [null]])(
    'USER-1 the phone number %j is refused',
    async (phoneNumber) => {
      const answer = await send(sandbox(), 'registerCustomer', { body: { phoneNumber } });

      expect(answer).toMatchObject({ status: 400, body: { rule: 'USER-1d' } });
    },
  );

  test('USER-1b a customer without a phone number is refused', async () => {
    const answer = await send(sandbox(), 'registerCustomer', { body: { firstName: 'Example' } });

    expect(answer).toMatchObject({ status: 400, body: { rule: 'USER-1b' } });
    expect(answer.body.message).toContain('phoneNumber');
  });

  test('USER-2 the same phone is accepted again and is the same user', async () => {
    const phoneNumber = newPhone();
    const first = await send(sandbox(), 'registerCustomer', { body: { phoneNumber, firstName: 'Example' } });

    const second = await send(sandbox(), 'registerCustomer', { body: { phoneNumber, firstName: 'Other' } });

    expect(second.body).toEqual(first.body);
  });

  test('USER-2 twenty registrations of one phone at once create one user', async () => {
    const phoneNumber = newPhone();

    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send(sandbox(), 'registerCustomer', { body: { phoneNumber } })),
    );

    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map(({ body }) => body.serviceUserId)).size).toBe(1);
  });

  test('USER-2 a refused registration links nobody', async () => {
    const phoneNumber = newPhone();
    const refused = await send(sandbox(), 'registerCustomer', { body: { phoneNumber, firstName: 1 } });

    const { body } = await send(sandbox(), 'validateOtp', { body: { type: 'SERVICE_OTP', phoneNumber, otp: 100000 } });

    expect(refused.status).toBe(400);
    expect(body).toEqual({ data: { valid: false } });
  });

  test('BANK-1 a bank account of a registered user is accepted', async () => {
    const serviceUserId = await registerCustomer(sandbox(), newPhone());

    const answer = await send(sandbox(), 'addBankAccount', { path: { serviceUserId }, body: bankAccount });

    expect(answer).toMatchObject({ status: 200, body: { data: { id: expect.any(String) } } });
  });

  test.each(['currency', 'beneficiaryName', 'nationalId'])(
    'BANK-1a a bank account without %s is refused',
    async (field) => {
      const serviceUserId = await registerCustomer(sandbox(), newPhone());

      const body = { ...bankAccount, [field]: undefined };
      const answer = await send(sandbox(), 'addBankAccount', { path: { serviceUserId }, body });

      expect(answer).toMatchObject({ status: 400, body: { rule: 'BANK-1a' } });
    },
  );

  test.each(noIds)('BANK-1 a bank account of the user %s, who is not registered, is refused', async (serviceUserId) => {
    const answer = await send(sandbox(), 'addBankAccount', { path: { serviceUserId }, body: bankAccount });

    expect([400, 404]).toContain(answer.status);
  });

  test('BANK-2 an iban of SA and 22 digits is accepted', async () => {
    const serviceUserId = await registerCustomer(sandbox(), newPhone());
    const body = { ...bankAccount, iban: `SA${'1234567890'.repeat(2)}12` };

    const answer = await send(sandbox(), 'addBankAccount', { path: { serviceUserId }, body });

    expect(answer.status).toBe(200);
  });

  test.each(['SA123', `SA${'1'.repeat(23)}`, `sa${'1'.repeat(22)}`, `AE${'1'.repeat(22)}`, `SA ${'1'.repeat(22)}`])(
    'BANK-2 the iban %s is refused',
    async (iban) => {
      const serviceUserId = await registerCustomer(sandbox(), newPhone());

      const body = { ...bankAccount, iban };
      const answer = await send(sandbox(), 'addBankAccount', { path: { serviceUserId }, body });

      expect(answer).toMatchObject({ status: 400, body: { rule: 'BANK-2' } });
    },
  );

  test.each([address, { ...address, street: 'A', district: 'B', city: 'C', postalCode: '1' }])(
    'ADDR-1 the address %j is accepted',
    async (body) => {
      const serviceUserId = await registerCustomer(sandbox(), newPhone());

      const answer = await send(sandbox(), 'addAddress', { path: { serviceUserId }, body });

      expect(answer).toMatchObject({ status: 200, body: { data: { id: expect.any(String) } } });
    },
  );

  test.each(['addressLabel', 'countryCode'])('ADDR-1 an address without %s is refused', async (field) => {
    const serviceUserId = await registerCustomer(sandbox(), newPhone());

    const body = { ...address, [field]: undefined };
    const answer = await send(sandbox(), 'addAddress', { path: { serviceUserId }, body });

    expect(answer).toMatchObject({ status: 400, body: { rule: 'ADDR-1' } });
  });

  test.each(noIds)('ADDR-1 an address of the user %s, who is not registered, is refused', async (serviceUserId) => {
    const answer = await send(sandbox(), 'addAddress', { path: { serviceUserId }, body: address });

    expect([400, 404]).toContain(answer.status);
  });
});
