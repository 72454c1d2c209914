import { expect, test } from 'vitest';
import { callOperation } from '../support/call-operation.ts';
import { createObservedClient, jsonHeaders, type Way } from '../support/observed-client.ts';
import { withJson } from '../support/recording-fetch.ts';
import { address, bankAccount, customer } from '../support/sample-inputs.ts';

const registered = { serviceUserId: 1001, userIdentification: 2002 };

const register: Way[] = [
  ['customers.register', (escrow) => escrow.customers.register(customer)],
  ['call', (escrow) => callOperation(escrow, 'registerCustomer', { body: customer })],
  ['raw', (escrow) => escrow.hosts.identity.POST('/realms/service/service-partner/customers', { body: customer })],
];

test.each(register)('USER-1 %s posts the customer to the identity host', async (_way, send) => {
  const { escrow, sent } = createObservedClient({ '*': { body: registered } });

  await send(escrow);

  expect(sent.map(withJson)).toEqual([
    {
      to: 'POST https://identity.test/realms/service/service-partner/customers',
      headers: jsonHeaders('org-token'),
      body: { phoneNumber: '+966500000011', firstName: 'Noor', lastName: 'Buyer' },
    },
  ]);
});

test('USER-1 the result is not wrapped and its ids are integers', async () => {
  const { escrow } = createObservedClient({ '*': { body: registered } });

  expect(await escrow.customers.register(customer)).toEqual({ serviceUserId: 1001, userIdentification: 2002 });
  const { data } = await escrow.hosts.identity.POST('/realms/service/service-partner/customers', { body: customer });
  expect(data).toEqual({ serviceUserId: 1001, userIdentification: 2002 });
});

test.each([{}, [], { serviceUserId: null }, { data: registered }])(
  'USER-1 the answer %j has no serviceUserId and is reported',
  async (body) => {
    const { escrow } = createObservedClient({ '*': { body } });

    await expect(escrow.customers.register(customer)).rejects.toMatchObject({ code: 'decode', outcome: 'unknown' });
  },
);

test('USER-1 an inexact id is reported, because it may be somebody else’s', async () => {
  const body = '{"serviceUserId":9007199254740993,"userIdentification":2}';
  const { escrow } = createObservedClient({ '*': { body } });

  await expect(escrow.customers.register(customer)).rejects.toMatchObject({
    code: 'decode',
    message: expect.stringContaining('has no serviceUserId that JavaScript can hold exactly'),
  });
});

test.each([{}, { phoneNumber: '+966500000011' }, { firstName: 'Noor' }, { lastName: 'Buyer' }])(
  'USER-1 which fields are required is not shown, so %j is sent',
  async (body) => {
    const { escrow, sent } = createObservedClient({ '*': { body: registered } });

    await escrow.customers.register(body);

    expect(sent.map(({ body }) => JSON.parse(body))).toEqual([body]);
  },
);

test.each([
  '0500000011',
  '966500000011',
  '00966500000011',
  '+0966500000011',
  '+966 50 000 0011',
  '+9665000000112233',
  '',
])('USER-1 the phone number "%s", which is not E.164, is refused before anything is sent', async (phoneNumber) => {
  const { escrow, sent } = createObservedClient({ '*': { body: registered } });

  await expect(escrow.customers.register({ ...customer, phoneNumber })).rejects.toMatchObject({
    code: 'rule_violation',
    outcome: 'not-sent',
    violations: [{ path: 'body.phoneNumber', rule: 'USER-1d' }],
  });
  expect(sent).toEqual([]);
});

test('USER-2 the same call links an existing user', async () => {
  const { escrow, sent } = createObservedClient({ '*': { body: registered } });

  const first = await escrow.customers.register(customer);
  const again = await escrow.customers.register(customer);

  expect(again).toEqual(first);
  expect(sent[1]).toEqual(sent[0]);
});

test('USER-2 a registration is retried after a server error, because it may be repeated', async () => {
  const answers = [{ status: 503 }, { body: registered }];
  const { escrow, sent } = createObservedClient({ '*': answers }, { retry: { max: 1, baseDelayInMs: 0 } });

  expect(await escrow.customers.register(customer)).toEqual(registered);
  expect(sent).toHaveLength(2);
});

const addBankAccount: Way[] = [
  ['customers.addBankAccount', (escrow) => escrow.customers.addBankAccount(1001, bankAccount)],
  ['call', (escrow) => callOperation(escrow, 'addBankAccount', { path: { serviceUserId: 1001 }, body: bankAccount })],
  [
    'raw',
    (escrow) =>
      escrow.hosts.auth.POST('/api/users/external/{serviceUserId}/banks', {
        params: { path: { serviceUserId: 1001 } },
        body: bankAccount,
      }),
  ],
];

test.each(addBankAccount)('BANK-1 %s posts the bank account to the auth host', async (_way, send) => {
  const { escrow, sent } = createObservedClient({ '*': { status: 201 } });

  await send(escrow);

  expect(sent.map(withJson)).toEqual([
    {
      to: 'POST https://auth.test/api/users/external/1001/banks',
      headers: jsonHeaders('org-token'),
      body: {
        iban: 'SA0380000000608010167519',
        currency: 'SAR',
        beneficiaryName: 'Sami Seller',
        nationalId: '1098765432',
      },
    },
  ]);
});

test.each(['iban', 'currency', 'beneficiaryName', 'nationalId'])(
  'BANK-1 a bank account without %s is refused before anything is sent',
  async (field) => {
    const { escrow, sent } = createObservedClient({ '*': {} });

    await expect(escrow.customers.addBankAccount(1001, { ...bankAccount, [field]: undefined })).rejects.toMatchObject({
      code: 'rule_violation',
      outcome: 'not-sent',
      violations: [{ path: `body.${field}` }],
    });
    expect(sent).toEqual([]);
  },
);

test.each([
  ['21 digits', 'SA038000000060801016751'],
  ['23 digits', 'SA03800000006080101675199'],
  ['spaces', 'SA03 8000 0000 6080 1016 7519'],
  ['another country', 'DE0380000000608010167519'],
  ['small letters', 'sa0380000000608010167519'],
  ['a letter', 'SA038000000060801016751A'],
  ['a line break', 'SA0380000000608010167519\n'],
  ['digits of another script', `SA${'٣'.repeat(22)}`],
])('BANK-2 an IBAN with %s is refused before anything is sent', async (_what, iban) => {
  const { escrow, sent } = createObservedClient({ '*': {} });

  await expect(escrow.customers.addBankAccount(1001, { ...bankAccount, iban })).rejects.toMatchObject({
    code: 'rule_violation',
    outcome: 'not-sent',
    violations: [{ path: 'body.iban', rule: 'BANK-2' }],
  });
  expect(sent).toEqual([]);
});

test('BANK-2 any 22 digits after SA are sent', async () => {
  const { escrow, sent } = createObservedClient({ '*': {} });

  await escrow.customers.addBankAccount(1001, { ...bankAccount, iban: 'SA9999999999999999999999' });

  expect(sent.map(({ body }) => JSON.parse(body).iban)).toEqual(['SA9999999999999999999999']);
});

const whole = { street: 'King Road 1', district: 'Olaya', city: 'Riyadh', postalCode: '12211' };
const addAddress: Way[] = [
  ['customers.addAddress', (escrow) => escrow.customers.addAddress(1001, { ...address, ...whole })],
  [
    'call',
    (escrow) => callOperation(escrow, 'addAddress', { path: { serviceUserId: 1001 }, body: { ...address, ...whole } }),
  ],
  [
    'raw',
    (escrow) =>
      escrow.hosts.auth.POST('/api/external/profiles/{serviceUserId}/addresses', {
        params: { path: { serviceUserId: 1001 } },
        body: { ...address, ...whole },
      }),
  ],
];

test.each(addAddress)('ADDR-1 %s posts the address to the auth host', async (_way, send) => {
  const { escrow, sent } = createObservedClient({ '*': { status: 204 } });

  await send(escrow);

  expect(sent.map(withJson)).toEqual([
    {
      to: 'POST https://auth.test/api/external/profiles/1001/addresses',
      headers: jsonHeaders('org-token'),
      body: {
        addressLabel: 'HOME',
        countryCode: 'SA',
        street: 'King Road 1',
        district: 'Olaya',
        city: 'Riyadh',
        postalCode: '12211',
      },
    },
  ]);
});

test('ADDR-1 an address with only label and country is sent, even with unknown values', async () => {
  const { escrow, sent } = createObservedClient({ '*': {} });

  await escrow.customers.addAddress(1001, { addressLabel: 'WAREHOUSE', countryCode: 'AE' });

  expect(sent.map(({ body }) => JSON.parse(body))).toEqual([{ addressLabel: 'WAREHOUSE', countryCode: 'AE' }]);
});

test.each(['addressLabel', 'countryCode'])('ADDR-1 an address without %s is refused', async (field) => {
  const { escrow, sent } = createObservedClient({ '*': {} });

  await expect(escrow.customers.addAddress(1001, { ...address, [field]: undefined })).rejects.toMatchObject({
    code: 'rule_violation',
    violations: [{ path: `body.${field}`, rule: 'ADDR-1' }],
  });
  expect(sent).toEqual([]);
});
