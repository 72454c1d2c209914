import { readFile } from 'node:fs/promises';
import ts from 'typescript-6';
import { expect, test } from 'vitest';
import { Secret } from '../../src/index.ts';
import { callOperation } from '../support/call-operation.ts';
import { createObservedClient, jsonHeaders, type Way } from '../support/observed-client.ts';
import { partOf } from '../support/part-of.ts';
import { printsOf } from '../support/prints-of.ts';
import { withJson } from '../support/recording-fetch.ts';

const user = { phoneNumber: '0500000011', firstName: 'Noor', lastName: 'Buyer', clientUserId: 'shop-7' };
const signedUp = { body: { data: { id: '7', preExistingUser: true, clientUserToken: 'cust-pass-1' } } };

const signUp: Way[] = [
  ['legacy.signUp', (escrow) => escrow.legacy.signUp(user)],
  ['call', (escrow) => callOperation(escrow, 'legacySignUp', { body: user })],
  ['raw', (escrow) => escrow.hosts.auth.POST('/v2/api/users/sign-up', { body: user })],
];
const addIban: Way[] = [
  ['legacy.addIban', (escrow) => escrow.legacy.addIban('7', { any: 'thing' })],
  ['call', (escrow) => callOperation(escrow, 'legacyAddIban', { path: { id: '7' }, body: { any: 'thing' } })],
  [
    'raw',
    (escrow) =>
      escrow.hosts.legacy.POST('/api/users/{id}/IBAN', { params: { path: { id: '7' } }, body: { any: 'thing' } }),
  ],
];
const addAddress: Way[] = [
  ['legacy.addAddress', (escrow) => escrow.legacy.addAddress('7', { any: 'thing' })],
  ['call', (escrow) => callOperation(escrow, 'legacyAddAddress', { path: { id: '7' }, body: { any: 'thing' } })],
  [
    'raw',
    (escrow) =>
      escrow.hosts.legacy.POST('/api/profiles/{id}/addresses', {
        params: { path: { id: '7' } },
        body: { any: 'thing' },
      }),
  ],
];

test.each(signUp)('LEGACY-1 %s posts the user to the auth host', async (_way, send) => {
  const { escrow, sent } = createObservedClient({ '*': signedUp });

  await send(escrow);

  expect(sent.map(withJson)).toEqual([
    {
      to: 'POST https://auth.test/v2/api/users/sign-up',
      headers: jsonHeaders('app-token'),
      body: { phoneNumber: '0500000011', firstName: 'Noor', lastName: 'Buyer', clientUserId: 'shop-7' },
    },
  ]);
});

test('LEGACY-1 the result is taken out of data', async () => {
  const { escrow } = createObservedClient({ '*': signedUp });

  const { id, preExistingUser, clientUserToken } = await escrow.legacy.signUp(user);

  expect([id, preExistingUser, clientUserToken.reveal()]).toEqual(['7', true, 'cust-pass-1']);
});

test.each(['phoneNumber', 'firstName', 'lastName', 'clientUserId'])(
  'LEGACY-1 a sign-up without %s is refused before anything is sent',
  async (field) => {
    const { escrow, sent } = createObservedClient({ '*': signedUp });

    await expect(escrow.legacy.signUp({ ...user, [field]: undefined })).rejects.toMatchObject({
      code: 'rule_violation',
      violations: [{ path: `body.${field}`, rule: partOf('LEGACY-1') }],
    });
    expect(sent).toEqual([]);
  },
);

test('LEGACY-2 clientUserToken prints as redacted wherever it is printed', async () => {
  const { escrow } = createObservedClient({ '*': signedUp });

  const result = await escrow.legacy.signUp(user);

  expect(result.clientUserToken).toBeInstanceOf(Secret);
  expect(printsOf(result)).not.toContain('cust-pass-1');
  expect(`${result.clientUserToken}`).toBe('[redacted]');
  expect(`token: ${String(result.clientUserToken)}`).toBe('token: [redacted]');
  expect(JSON.stringify(result)).toBe('{"id":"7","preExistingUser":true,"clientUserToken":"[redacted]"}');
  expect(Object.values(result.clientUserToken).join('')).toBe('[redacted]');
});

test('LEGACY-2 clientUserToken of a refusal prints as redacted too', async () => {
  const { escrow } = createObservedClient({ '*': { ...signedUp, status: 409 } });

  const error = await escrow.legacy.signUp(user).catch((error) => error);

  expect(error).toMatchObject({ code: 'api', status: 409 });
  expect(printsOf(error)).not.toContain('cust-pass-1');
  expect(printsOf(error.body)).not.toContain('cust-pass-1');
});

test.each(addIban)('LEGACY-3 %s posts any bank account to the legacy host', async (_way, send) => {
  const { escrow, sent } = createObservedClient({ '*': {} });

  await send(escrow);

  expect(sent.map(withJson)).toEqual([
    { to: 'POST https://legacy.test/api/users/7/IBAN', headers: jsonHeaders('usr-token'), body: { any: 'thing' } },
  ]);
});

test.each(addAddress)('LEGACY-3 %s posts any address to the legacy host', async (_way, send) => {
  const { escrow, sent } = createObservedClient({ '*': {} });

  await send(escrow);

  expect(sent.map(withJson)).toEqual([
    {
      to: 'POST https://legacy.test/api/profiles/7/addresses',
      headers: jsonHeaders('usr-token'),
      body: { any: 'thing' },
    },
  ]);
});

test('LEGACY-3 the host is not shown, so the error asks for it if it is not set', async () => {
  const { escrow, sent } = createObservedClient({ '*': {} }, { hosts: { auth: 'https://auth.test' } });

  await expect(escrow.legacy.addIban('7', {})).rejects.toMatchObject({
    code: 'configuration',
    outcome: 'not-sent',
    message: expect.stringContaining('hosts.legacy'),
  });
  expect(sent).toEqual([]);
});

test.each([
  [200, '', undefined],
  [201, '"ok"', 'ok'],
  [200, { id: 3 }, { id: 3 }],
])(
  'LEGACY-3 the answer is not shown: of %d %j the typed client gives %j, the resource nothing',
  async (status, body, expected) => {
    const { escrow } = createObservedClient({ '*': { status, body } });

    expect(await callOperation(escrow, 'legacyAddIban', { path: { id: '7' }, body: {} })).toEqual(expected);
    expect(await escrow.legacy.addIban('7', {})).toBeUndefined();
  },
);

const replaced: [member: string, replacement: string, ways: Way[]][] = [
  ['signUp', 'customers.register', signUp],
  ['addIban', 'customers.addBankAccount', addIban],
  ['addAddress', 'customers.addAddress', addAddress],
];

test.each(replaced)('LEGACY-4 %s keeps working', async (_member, _replacement, ways) => {
  const { escrow, sent } = createObservedClient({ '*': signedUp });

  for (const [, send] of ways) await send(escrow);

  expect(sent).toHaveLength(3);
});

/** The text that editors show for a deprecated member of the client. */
async function deprecationOf(name: string): Promise<string | undefined> {
  const text = await readFile(new URL('../../src/resources/legacy.ts', import.meta.url), 'utf8');
  const source = ts.createSourceFile('legacy.ts', text, ts.ScriptTarget.Latest, true);
  const legacy = source.statements.find((node) => ts.isInterfaceDeclaration(node) && node.name.text === 'Legacy');
  const member = (legacy as ts.InterfaceDeclaration).members.find((node) => node.name?.getText() === name);
  return ts.getTextOfJSDocComment(member && ts.getJSDocDeprecatedTag(member)?.comment);
}

test.each(replaced)('LEGACY-4 %s is deprecated, and names %s as its replacement', async (member, replacement) => {
  expect(await deprecationOf(member)).toContain(replacement);
});
