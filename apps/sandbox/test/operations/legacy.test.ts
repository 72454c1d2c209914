import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { issueUserToken, newPhone, registerCustomer } from '../support/escrow-steps.ts';
import { type Answer, send } from '../support/service-api.ts';
import { startedSandbox } from '../support/started-sandbox.ts';

const sandbox = startedSandbox();

function signUp(phoneNumber: string, changes: object = {}): Promise<Answer> {
  const body = { phoneNumber, firstName: 'Example', lastName: 'Buyer', clientUserId: 'shop-user-1', ...changes };
  return send(sandbox(), 'legacySignUp', { body });
}

test('LEGACY-1 a new customer is accepted and gets an id and a token', async () => {
  const { status, body } = await signUp(newPhone());

  expect(status).toBe(200);
  expect(body).toEqual({
    data: { id: expect.any(Number), preExistingUser: false, clientUserToken: expect.any(String) },
  });
});

test('LEGACY-1 a customer who is registered is accepted as pre-existing, with the same id', async () => {
  const phone = newPhone();
  const id = await registerCustomer(sandbox(), phone);

  const { body } = await signUp(phone);

  expect(body.data).toMatchObject({ id, preExistingUser: true });
});

test('LEGACY-2 the password of each sign-up is a new one', async () => {
  const phone = newPhone();
  const answers = [await signUp(phone), await signUp(phone)];

  expect(new Set(answers.map(({ body }) => body.data.clientUserToken)).size).toBe(2);
});

test('LEGACY-2 the stored hash of a password or token is refused in its place', async () => {
  const phone = newPhone();
  const { body } = await signUp(phone);
  const userToken = await issueUserToken(sandbox(), phone);
  const hashes = [body.data.clientUserToken, userToken].map((secret) =>
    createHash('sha256').update(secret).digest('hex'),
  );

  const answers = await Promise.all(
    hashes.map((bearer) => send(sandbox(), 'legacyAddIban', { path: { id: body.data.id }, body: {}, bearer })),
  );

  expect(answers.map(({ status, body: refusal }) => [status, refusal.rule])).toEqual(Array(2).fill([401, 'AUTH-1b']));
});

test.each(['legacyAddIban', 'legacyAddAddress'] as const)(
  'LEGACY-3 %s with any JSON or no body is accepted',
  async (id) => {
    const path = { id: await registerCustomer(sandbox(), newPhone()) };
    const bodies = [{}, { iban: 'SA0000000000000000000001' }, { anything: [1, { deep: true }] }, [], 'text', 1, null];

    const answers = await Promise.all([...bodies, undefined].map((body) => send(sandbox(), id, { path, body })));

    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  },
);

test.each(['none', '0', '9'.repeat(30)])('LEGACY-3 the user %s, who does not exist, is refused', async (id) => {
  const answer = await send(sandbox(), 'legacyAddIban', { path: { id }, body: {} });

  expect(answer).toMatchObject({ status: 404, body: { rule: 'ERR-1b' } });
});

test('LEGACY-4 an accepted legacy call says that it is deprecated, and names its replacement', async () => {
  const { headers } = await signUp(newPhone());

  const target = `${sandbox().url}/realms/service/service-partner/customers`;
  expect(headers.get('deprecation')).toBe('true');
  expect(headers.get('link')).toBe(`<${target}>; rel="successor-version"; title="registerCustomer"`);
});

test.each([
  ['legacyAddIban', '/api/users/external/12/banks', 'addBankAccount'],
  ['legacyAddAddress', '/api/external/profiles/12/addresses', 'addAddress'],
] as const)('LEGACY-4 a refused %s names its replacement with the id in its place', async (id, path, name) => {
  const { status, headers } = await send(sandbox(), id, { path: { id: 12 }, token: null });

  expect(status).toBe(401);
  expect(headers.get('link')).toBe(`<${sandbox().url}${path}>; rel="successor-version"; title="${name}"`);
});

test('LEGACY-4 the replacement is accepted without these headers', async () => {
  const { status, headers } = await send(sandbox(), 'registerCustomer', { body: { phoneNumber: newPhone() } });

  expect(status).toBe(200);
  expect(headers.get('deprecation')).toBeNull();
});
