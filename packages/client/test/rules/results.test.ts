import { expect, test } from 'vitest';
import type { EscrowClient } from '../../src/index.ts';
import { createObservedClient } from '../support/observed-client.ts';
import { checkoutUrl, customer, milestone, parent } from '../support/sample-inputs.ts';

type Send = (escrow: EscrowClient) => Promise<unknown>;

const register: Send = (e) => e.customers.register(customer);
const create: Send = (e) => e.contracts.create(parent);
const addMilestones: Send = (e) => e.contracts.addMilestones('c-1', [milestone]);
const requestTicket: Send = (e) =>
  e.payments.requestTicket({ shortId: 'aB3xK9' as never, buyerPhone: '+966500000011' });
const validate: Send = (e) =>
  e.verification.validateOtp({ type: 'SERVICE_OTP', phoneNumber: '0500000011', otp: 123456 });

const registered = { serviceUserId: 1001, userIdentification: 2002 };
const created = { id: 'c-1', type: 'COMPLEX_CONTRACT', senderRole: 'BROKER', status: 'CREATED' };
const added = { id: 'm-1', itemPrice: 1000, fee: 40, feePercentage: 0.04, status: 'CREATED' };

test.each<[title: string, send: Send, answer: object, result: unknown]>([
  ['USER-1 a registered customer is not wrapped', register, registered, registered],
  ['CONTRACT-2 a created contract is taken out of data', create, { data: created }, created],
  [
    'MILESTONE-2 added milestones are taken out of data',
    addMilestones,
    { data: { parentContractId: 'c-1', milestones: [added] } },
    { parentContractId: 'c-1', milestones: [added] },
  ],
  ['ID-2 a password that is not valid is a result', validate, { data: { valid: false } }, { valid: false }],
  [
    'PAY-1 a checkout URL is taken out of data, and read',
    (e) => e.payments.start({ milestoneId: 'm-1', redirectUrl: 'https://shop.test/' }),
    { data: checkoutUrl },
    { checkoutUrl, shortId: 'aB3xK9', paymentMethods: ['MANUAL_BANK_TRANSFER', 'CARD'] },
  ],
])('%s', async (_title, send, body, result) => {
  const { escrow } = createObservedClient({ '*': { body } });

  expect(await send(escrow)).toEqual(result);
});

test.each<[title: string, send: Send, answers: object[]]>([
  ['USER-1 an answer without serviceUserId is reported', register, [{}, { serviceUserId: null }]],
  ['CONTRACT-2 an answer without an id is reported', create, [{}, { data: {} }, { data: { id: '' } }]],
  ['MILESTONE-2 an answer without milestones is reported', addMilestones, [{ data: {} }, { data: null }]],
  ['TICKET-1 an answer without a ticket is reported', requestTicket, [{}, { ticket: null }, { ticket: '' }]],
])('%s', async (_title, send, answers) => {
  for (const body of answers) {
    const { escrow } = createObservedClient({ '*': { body } });

    await expect(send(escrow)).rejects.toMatchObject({ code: 'decode', outcome: 'unknown' });
  }
});

test('USER-1 an inexact id is reported, because it may be somebody else’s', async () => {
  const body = '{"serviceUserId":9007199254740993,"userIdentification":2}';
  const { escrow } = createObservedClient({ '*': { body } });

  await expect(escrow.customers.register(customer)).rejects.toMatchObject({
    code: 'decode',
    message: expect.stringContaining('has no serviceUserId that JavaScript can represent exactly'),
  });
});

test('USER-2 a registration is retried after a server error, because it may be repeated', async () => {
  const answers = [{ status: 503 }, { body: registered }];
  const { escrow, sent } = createObservedClient({ '*': answers }, { retry: { max: 1, baseDelayInMs: 0 } });

  expect(await escrow.customers.register(customer)).toEqual(registered);
  expect(sent).toHaveLength(2);
});

test('ADDR-1 an address with only label and country is sent, even with unknown values', async () => {
  const { escrow, sent } = createObservedClient({ '*': {} });

  await escrow.customers.addAddress(1001, { addressLabel: 'WAREHOUSE', countryCode: 'AE' });

  expect(sent.map(({ body }) => JSON.parse(body))).toEqual([{ addressLabel: 'WAREHOUSE', countryCode: 'AE' }]);
});
