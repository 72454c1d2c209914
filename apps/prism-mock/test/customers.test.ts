import { expect, test } from 'vitest';
import { answerExample, requestExample } from './document-example.ts';
import { type Received, sendRequest } from './send-request.ts';
import { useMock } from './use-mock.ts';

const { mock } = useMock();

function addBankAccount(change: object): Promise<Received> {
  const json = { ...requestExample('addBankAccount'), ...change };
  return sendRequest(mock(), 'POST /api/users/external/1001/banks', { token: 'org_sandbox', json });
}

test('BANK-2 an iban of SA and 22 digits is accepted', async () => {
  const answer = await addBankAccount({ iban: 'SA4420000001234567891234' });

  expect(answer).toEqual(answerExample('addBankAccount', 200, 'notShown'));
});

test.each([
  ['21 digits', 'SA442000000123456789123'],
  ['23 digits', 'SA44200000012345678912345'],
  ['another country', 'AE4420000001234567891234'],
])('BANK-2 an iban of %s is refused', async (_case, iban) => {
  const answer = await addBankAccount({ iban });

  expect(answer).toEqual(answerExample('addBankAccount', 400, 'ibanNotSaudi'));
});

function addAddress(json: object): Promise<Received> {
  return sendRequest(mock(), 'POST /api/external/profiles/1001/addresses', { token: 'org_sandbox', json });
}

test('ADDR-1 an address with only label and country is accepted', async () => {
  const answer = await addAddress({ addressLabel: 'HOME', countryCode: 'SA' });

  expect(answer).toEqual(answerExample('addAddress', 200, 'notShown'));
});

test('ADDR-1 an address without its country is refused', async () => {
  const answer = await addAddress({ addressLabel: 'HOME', city: 'Example City' });

  expect(answer).toEqual(answerExample('addAddress', 400, 'fieldMissing'));
});

function linkUser(json: object): Promise<Received> {
  return sendRequest(mock(), 'POST /users/link', { token: 'key_sandbox', json });
}

test('UAPI-1 a user with email, phone and name is linked', async () => {
  const answer = await linkUser({ email: 'buyer@shop.example', phone: '+966500000001', name: 'Example Buyer' });

  expect(answer).toEqual(answerExample('linkUser', 200, 'linked'));
});

test('UAPI-1 a user without an email address is refused', async () => {
  const answer = await linkUser({ phone: '+966500000001', name: 'Example Buyer' });

  expect(answer).toEqual(answerExample('linkUser', 400, 'emailMissing'));
});

test('UAPI-1 a user with a phone number that is not in E.164 form is refused', async () => {
  const answer = await linkUser({ email: 'buyer@shop.example', phone: '0500000001', name: 'Example Buyer' });

  expect(answer).toEqual(answerExample('linkUser', 400, 'phoneNotE164'));
});

test.each([
  ['nameNotText', { name: 1 }],
  ['phoneNotE164', { phone: '0500000001' }],
])('UAPI-3 a change of a user is refused: %s', async (example, json) => {
  const answer = await sendRequest(mock(), 'PUT /users/usr_1', { token: 'key_sandbox', json });

  expect(answer).toEqual(answerExample('updateUser', 400, example));
});
