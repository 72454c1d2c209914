import { expect, test } from 'vitest';
import type { EscrowClient, OperationId } from '../../src/index.ts';
import { documentCalls } from '../support/document-calls.ts';
import { bareHeaders, createObservedClient, jsonHeaders, tokens, withJson } from '../support/observed-client.ts';
import { address, bankAccount, checkoutUrl, customer, milestone, parent, parties } from '../support/sample-inputs.ts';

// What each call of a resource sends. Method, host and first token are those of the document; `generated.test.ts` shows the same of
// the typed clients of hosts.

const user = {
  email: 'noor@shop.test',
  phone: '+966500000011',
  name: 'Noor Buyer',
  metadata: { vip: true, note: 'ä' },
};
const signUp = { phoneNumber: '0500000011', firstName: 'Noor', lastName: 'Buyer', clientUserId: 'shop-7' };
const otp = { type: 'NATIONAL_ID_OTP', phoneNumber: '0500000011', otp: 123456 } as const;
const whole = { ...address, street: 'King Road 1', district: 'Olaya', city: 'Riyadh', postalCode: '12211' };
const changes = { name: 'Noor B', phone: '+966500000099', metadata: {} };
const any = { any: 'thing' };
const notShown = { returnPolicy: 'RETURN_IN_14_DAYS', contractClassification: 'PREMIUM' };
const fixedOfParent = { type: 'COMPLEX_CONTRACT', senderRole: 'BROKER', itemPrice: 0, isParent: true } as const;

const rows: [
  title: string,
  send: (escrow: EscrowClient) => Promise<unknown>,
  operationId: OperationId,
  path: string,
  body?: object,
][] = [
  [
    'USER-1 a customer',
    (e) => e.customers.register(customer),
    'registerCustomer',
    '/realms/service/service-partner/customers',
    customer,
  ],
  [
    'USER-1 a customer without any field, because which are required is not shown',
    (e) => e.customers.register({}),
    'registerCustomer',
    '/realms/service/service-partner/customers',
    {},
  ],
  [
    'BANK-1 a bank account',
    (e) => e.customers.addBankAccount(1001, bankAccount),
    'addBankAccount',
    '/api/users/external/1001/banks',
    bankAccount,
  ],
  [
    'ADDR-1 an address, for an id given as text',
    (e) => e.customers.addAddress('1001', whole),
    'addAddress',
    '/api/external/profiles/1001/addresses',
    whole,
  ],
  [
    'ID-1 a national id',
    (e) => e.verification.submitNationalId('u-7', '1098765432'),
    'submitNationalId',
    '/api/users/external/u-7/national-id',
    { nationalId: '1098765432' },
  ],
  ['ID-2 a password', (e) => e.verification.validateOtp(otp), 'validateOtp', '/api/external/otps/validate', otp],
  [
    'CONTRACT-1 a parent with everything that the service fixes',
    (e) => e.contracts.create(parent),
    'createContract',
    '/api/external/contracts',
    { ...parent, ...fixedOfParent },
  ],
  [
    'CONTRACT-1 a parent with what the service fixes, given with its value',
    (e) => e.contracts.create({ ...parent, ...fixedOfParent }),
    'createContract',
    '/api/external/contracts',
    { ...parent, ...fixedOfParent },
  ],
  [
    'CONTRACT-3 values that are not shown, unchanged',
    (e) => e.contracts.create({ ...parent, ...notShown }),
    'createContract',
    '/api/external/contracts',
    { ...parent, ...fixedOfParent, ...notShown },
  ],
  [
    'MILESTONE-1 milestones with everything that the service fixes',
    (e) => e.contracts.addMilestones('c-1', [milestone]),
    'addMilestones',
    '/api/external/contracts/c-1/milestones',
    { milestones: [{ ...milestone, type: 'MILESTONE_CONTRACT', senderRole: 'BROKER' }] },
  ],
  [
    'PARTY-0 parties by milestone id, with what their roles fix',
    (e) => e.contracts.addParties('c-1', { 'm-1': parties }),
    'addParties',
    '/api/external/contracts/c-1/parties',
    {
      mileStonesParties: {
        'm-1': [
          { phoneNumber: '+966500000011', role: 'CUSTOMER', amount: 1000, arbitrator: false, isSender: true },
          { phoneNumber: '+966500000012', role: 'PROVIDER', amount: 950 },
          { phoneNumber: '+966500000013', role: 'BROKER', amount: 50, arbitrator: true, isSender: true },
        ],
      },
    },
  ],
  [
    'PAY-1 a start of payment with redirectUrl URL-encoded',
    (e) => e.payments.start({ milestoneId: 'm-1', redirectUrl: 'https://shop.test/return?order=1&x=ä b#top' }),
    'startPayment',
    '/api/external/contracts/startPayment/m-1/shop-client?redirectUrl=https%3A%2F%2Fshop.test%2Freturn%3Forder%3D1%26x%3D%25C3%25A4%2520b%23top&paymentType=PURCHASE',
  ],
  [
    'PAY-1 a payment type that is not shown',
    (e) => e.payments.start({ milestoneId: 'm-1', redirectUrl: 'https://shop.test/', paymentType: 'RENTAL' }),
    'startPayment',
    '/api/external/contracts/startPayment/m-1/shop-client?redirectUrl=https%3A%2F%2Fshop.test%2F&paymentType=RENTAL',
  ],
  ['UAPI-1 a user to link', (e) => e.users.link(user), 'linkUser', '/users/link', user],
  ['UAPI-2 a user to get', (e) => e.users.get('usr_1'), 'getUser', '/users/usr_1'],
  ['UAPI-3 changes of a user', (e) => e.users.update('usr_1', changes), 'updateUser', '/users/usr_1', changes],
  ['LEGACY-1 a user who signs up', (e) => e.legacy.signUp(signUp), 'legacySignUp', '/v2/api/users/sign-up', signUp],
  ['LEGACY-3 any bank account', (e) => e.legacy.addIban('7', any), 'legacyAddIban', '/api/users/7/IBAN', any],
  ['LEGACY-3 any address', (e) => e.legacy.addAddress('7', any), 'legacyAddAddress', '/api/profiles/7/addresses', any],
];

/** Satisfies every call. */
const answer = {
  serviceUserId: 1001,
  data: { id: 'c-1', valid: true, milestones: [], clientUserToken: 'x' },
};

test.each(rows)('%s is sent', async (_title, send, operationId, path, body) => {
  const {
    method = '',
    host = 'legacy',
    tokens: [kind] = [],
  } = documentCalls.find((call) => call.operationId === operationId) ?? {};
  const isStart = operationId === 'startPayment';
  const { escrow, sent } = createObservedClient({ '*': { body: isStart ? { data: checkoutUrl } : answer } });

  await send(escrow);

  const token = tokens[kind as keyof typeof tokens];
  const headers = body ? jsonHeaders(token) : bareHeaders(token);
  expect(sent.map(withJson)).toEqual([{ to: `${method} https://${host}.test${path}`, headers, body: body ?? '' }]);
});
