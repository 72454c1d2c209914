import { expect, test } from 'vitest';
import { callOperation } from '../support/call-operation.ts';
import { createObservedClient, jsonHeaders, type Way } from '../support/observed-client.ts';
import { withJson } from '../support/recording-fetch.ts';

const submit: Way[] = [
  ['identity.submitNationalId', (escrow) => escrow.verification.submitNationalId('u-7', '1098765432')],
  [
    'call',
    (escrow) =>
      callOperation(escrow, 'submitNationalId', { path: { userId: 'u-7' }, body: { nationalId: '1098765432' } }),
  ],
  [
    'raw',
    (escrow) =>
      escrow.hosts.auth.PATCH('/api/users/external/{userId}/national-id', {
        params: { path: { userId: 'u-7' } },
        body: { nationalId: '1098765432' },
      }),
  ],
];

test.each(submit)('ID-1 %s patches the national id on the auth host', async (_way, send) => {
  const { escrow, sent } = createObservedClient({ '*': {} });

  await send(escrow);

  expect(sent.map(withJson)).toEqual([
    {
      to: 'PATCH https://auth.test/api/users/external/u-7/national-id',
      headers: jsonHeaders('usr-token'),
      body: { nationalId: '1098765432' },
    },
  ]);
});

test.each([
  ['109876543', 'ID-1'],
  ['10987654321', 'ID-1'],
  ['1098 765432', 'ID-1'],
  ['109876543X', 'ID-1'],
  ['', 'ID-1'],
  [1098765432, 'ID-1a'],
])(
  'ID-1 the national id %j, which is not text of 10 digits, is refused before anything is sent',
  async (nationalId, rule) => {
    const { escrow, sent } = createObservedClient({ '*': {} });

    await expect(escrow.verification.submitNationalId('u-7', nationalId as string)).rejects.toMatchObject({
      code: 'rule_violation',
      outcome: 'not-sent',
      violations: [{ path: 'body.nationalId', rule }],
    });
    expect(sent).toEqual([]);
  },
);

const otp = { type: 'NATIONAL_ID_OTP', phoneNumber: '0500000011', otp: 123456 } as const;
const validate: Way[] = [
  ['identity.validateOtp', (escrow) => escrow.verification.validateOtp(otp)],
  ['call', (escrow) => callOperation(escrow, 'validateOtp', { body: otp })],
  ['raw', (escrow) => escrow.hosts.auth.POST('/api/external/otps/validate', { body: otp })],
];

test.each(validate)('ID-2 %s posts the password to the auth host', async (_way, send) => {
  const { escrow, sent } = createObservedClient({ '*': { body: { data: { valid: true } } } });

  await send(escrow);

  expect(sent.map(withJson)).toEqual([
    {
      to: 'POST https://auth.test/api/external/otps/validate',
      headers: jsonHeaders('usr-token'),
      body: { type: 'NATIONAL_ID_OTP', phoneNumber: '0500000011', otp: 123456 },
    },
  ]);
});

test.each([true, false])('ID-2 the result %j is taken out of data', async (valid) => {
  const { escrow } = createObservedClient({ '*': { body: { data: { valid } } } });

  expect(await escrow.verification.validateOtp({ ...otp, type: 'SERVICE_OTP' })).toEqual({ valid });
});

test.each([
  ['type', { ...otp, type: 'SMS' }],
  ['otp', { ...otp, otp: '123456' }],
  ['phoneNumber', { ...otp, phoneNumber: 500000011 }],
])('ID-2 a %s of the wrong kind is refused before anything is sent', async (path, body) => {
  const { escrow, sent } = createObservedClient({ '*': {} });

  await expect(escrow.verification.validateOtp(body as typeof otp)).rejects.toMatchObject({
    code: 'rule_violation',
    violations: [{ path: `body.${path}`, rule: 'ID-2b' }],
  });
  expect(sent).toEqual([]);
});
