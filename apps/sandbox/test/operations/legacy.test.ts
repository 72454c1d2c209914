import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { issueUserToken, newPhone, registerCustomer } from '../support/escrow-steps.ts';
import { type Answer, send } from '../support/service-api.ts';
import { startedSandbox } from '../support/started-sandbox.ts';

const sandbox = startedSandbox();

function signUp(phoneNumber: string): Promise<Answer> {
  const body = { phoneNumber, firstName: 'Example', lastName: 'Buyer', clientUserId: 'shop-user-1' };
  return send(sandbox(), 'legacySignUp', { body });
}

test('LEGACY-1 LEGACY-2 a new customer is accepted and gets an id and a password, a registered one the same id and a new password', async () => {
  const phone = newPhone();
  const id = await registerCustomer(sandbox(), phone);

  const created = await signUp(newPhone());
  const [first, second] = [await signUp(phone), await signUp(phone)];

  const data = { id: expect.any(Number), preExistingUser: false, clientUserToken: expect.any(String) };
  expect(created).toMatchObject({ status: 200, body: { data } });
  expect(first.body.data).toMatchObject({ id, preExistingUser: true });
  expect(second.body.data.clientUserToken).not.toBe(first.body.data.clientUserToken);
});

test('LEGACY-2 the stored hash of a password or token is refused in its place', async () => {
  const phone = newPhone();
  const { body } = await signUp(phone);
  const secrets = [body.data.clientUserToken, await issueUserToken(sandbox(), phone)];
  const hashes = secrets.map((secret) => createHash('sha256').update(secret).digest('hex'));

  const answers = await Promise.all(
    hashes.map((bearer) => send(sandbox(), 'legacyAddIban', { path: { id: body.data.id }, body: {}, bearer })),
  );

  expect(answers).toMatchObject(Array(2).fill({ status: 401, body: { rule: 'AUTH-1b' } }));
});

test.each(['legacyAddIban', 'legacyAddAddress'] as const)(
  'LEGACY-3 %s with any JSON or no body is accepted',
  async (id) => {
    const path = { id: await registerCustomer(sandbox(), newPhone()) };
    const bodies = [{}, { anything: [1, { deep: true }] }, [], 'text', 1, null, undefined];

    const answers = await Promise.all(bodies.map((body) => send(sandbox(), id, { path, body })));

    expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 200));
  },
);

test.each(['none', '9'.repeat(30)])('LEGACY-3 the user %s, who does not exist, is refused', async (id) => {
  const answer = await send(sandbox(), 'legacyAddIban', { path: { id }, body: {} });

  expect(answer).toMatchObject({ status: 404, body: { rule: 'ERR-1b' } });
});

test.each([
  ['legacySignUp', 'accepted', '/realms/service/service-partner/customers', 'registerCustomer'],
  ['legacyAddIban', 'refused', '/api/users/external/12/banks', 'addBankAccount'],
  ['legacyAddAddress', 'refused', '/api/external/profiles/12/addresses', 'addAddress'],
] as const)(
  'LEGACY-4 %s, accepted or refused (%s), says that it is deprecated, and names its replacement',
  async (id, how, path, name) => {
    const accepted = () => signUp(newPhone());

    const { headers } = await (how === 'accepted'
      ? accepted()
      : send(sandbox(), id, { path: { id: 12 }, token: null }));

    expect(headers.get('deprecation')).toBe('true');
    expect(headers.get('link')).toBe(`<${sandbox().url}${path}>; rel="successor-version"; title="${name}"`);
  },
);

test('LEGACY-4 the replacement is accepted without these headers', async () => {
  const { status, headers } = await send(sandbox(), 'registerCustomer', { body: { phoneNumber: newPhone() } });

  expect([status, headers.get('deprecation')]).toEqual([200, null]);
});
