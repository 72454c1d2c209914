import { expect, test } from 'vitest';
import type { EscrowClient } from '../../src/index.ts';
import { bareHeaders, createObservedClient, jsonHeaders } from '../support/observed-client.ts';
import { withJson } from '../support/recording-fetch.ts';
import { address, bankAccount, checkoutUrl, customer, milestone, parent, parties } from '../support/sample-inputs.ts';

// What each call of a resource sends. `generated.test.ts` shows the same of the typed clients of hosts, by the document.

interface Sent {
  to: string;
  token: string;
  body?: object;
}

const user = {
  email: 'noor@shop.test',
  phone: '+966500000011',
  name: 'Noor Buyer',
  metadata: { vip: true, note: 'ä' },
};
const signUp = { phoneNumber: '0500000011', firstName: 'Noor', lastName: 'Buyer', clientUserId: 'shop-7' };
const otp = { type: 'NATIONAL_ID_OTP', phoneNumber: '0500000011', otp: 123456 } as const;
const whole = { ...address, street: 'King Road 1', district: 'Olaya', city: 'Riyadh', postalCode: '12211' };
const fixedOfParent = { type: 'COMPLEX_CONTRACT', senderRole: 'BROKER', itemPrice: 0, isParent: true } as const;

const requests: [title: string, send: (escrow: EscrowClient) => Promise<unknown>, sent: Sent][] = [
  [
    'USER-1 a customer is posted to the identity host',
    (e) => e.customers.register(customer),
    {
      to: 'POST https://identity.test/realms/service/service-partner/customers',
      token: 'org-token',
      body: { phoneNumber: '+966500000011', firstName: 'Noor', lastName: 'Buyer' },
    },
  ],
  [
    'USER-1 which fields are required is not shown, so a customer without any is sent',
    (e) => e.customers.register({}),
    {
      to: 'POST https://identity.test/realms/service/service-partner/customers',
      token: 'org-token',
      body: {},
    },
  ],
  [
    'BANK-1 a bank account is posted to the auth host',
    (e) => e.customers.addBankAccount(1001, bankAccount),
    {
      to: 'POST https://auth.test/api/users/external/1001/banks',
      token: 'org-token',
      body: {
        iban: 'SA0380000000608010167519',
        currency: 'SAR',
        beneficiaryName: 'Sami Seller',
        nationalId: '1098765432',
      },
    },
  ],
  [
    'ADDR-1 an address is posted to the auth host, for an id given as text',
    (e) => e.customers.addAddress('1001', whole),
    { to: 'POST https://auth.test/api/external/profiles/1001/addresses', token: 'org-token', body: whole },
  ],
  [
    'ID-1 a national id is patched on the auth host',
    (e) => e.verification.submitNationalId('u-7', '1098765432'),
    {
      to: 'PATCH https://auth.test/api/users/external/u-7/national-id',
      token: 'usr-token',
      body: { nationalId: '1098765432' },
    },
  ],
  [
    'ID-2 a password is posted to the auth host',
    (e) => e.verification.validateOtp(otp),
    { to: 'POST https://auth.test/api/external/otps/validate', token: 'usr-token', body: otp },
  ],
  [
    'CONTRACT-1 a parent is posted with everything that the service fixes',
    (e) => e.contracts.create(parent),
    {
      to: 'POST https://contract.test/api/external/contracts',
      token: 'adm-token',
      body: { ...parent, ...fixedOfParent },
    },
  ],
  [
    'CONTRACT-1 what the service fixes may be given with its value',
    (e) => e.contracts.create({ ...parent, ...fixedOfParent }),
    {
      to: 'POST https://contract.test/api/external/contracts',
      token: 'adm-token',
      body: { ...parent, ...fixedOfParent },
    },
  ],
  [
    'CONTRACT-3 a value that is not shown is sent unchanged',
    (e) => e.contracts.create({ ...parent, returnPolicy: 'RETURN_IN_14_DAYS', contractClassification: 'PREMIUM' }),
    {
      to: 'POST https://contract.test/api/external/contracts',
      token: 'adm-token',
      body: {
        ...parent,
        ...fixedOfParent,
        returnPolicy: 'RETURN_IN_14_DAYS',
        contractClassification: 'PREMIUM',
      },
    },
  ],
  [
    'MILESTONE-1 milestones are patched with everything that the service fixes',
    (e) => e.contracts.addMilestones('c-1', [milestone]),
    {
      to: 'PATCH https://contract.test/api/external/contracts/c-1/milestones',
      token: 'adm-token',
      body: { milestones: [{ ...milestone, type: 'MILESTONE_CONTRACT', senderRole: 'BROKER' }] },
    },
  ],
  [
    'PARTY-0 parties are patched by milestone id, with what their roles fix',
    (e) => e.contracts.addParties('c-1', { 'm-1': parties }),
    {
      to: 'PATCH https://contract.test/api/external/contracts/c-1/parties',
      token: 'adm-token',
      body: {
        mileStonesParties: {
          'm-1': [
            { phoneNumber: '+966500000011', role: 'CUSTOMER', amount: 1000, arbitrator: false, isSender: true },
            { phoneNumber: '+966500000012', role: 'PROVIDER', amount: 950 },
            { phoneNumber: '+966500000013', role: 'BROKER', amount: 50, arbitrator: true, isSender: true },
          ],
        },
      },
    },
  ],
  [
    'PAY-1 the checkout is gotten with redirectUrl URL-encoded',
    (e) => e.payments.start({ milestoneId: 'm-1', redirectUrl: 'https://shop.test/return?order=1&x=ä b#top' }),
    {
      to: 'GET https://contract.test/api/external/contracts/startPayment/m-1/shop-client?redirectUrl=https%3A%2F%2Fshop.test%2Freturn%3Forder%3D1%26x%3D%C3%A4%20b%23top&paymentType=PURCHASE',
      token: 'adm-token',
    },
  ],
  [
    'PAY-1 a payment type that is not shown is sent',
    (e) => e.payments.start({ milestoneId: 'm-1', redirectUrl: 'https://shop.test/', paymentType: 'RENTAL' }),
    {
      to: 'GET https://contract.test/api/external/contracts/startPayment/m-1/shop-client?redirectUrl=https%3A%2F%2Fshop.test%2F&paymentType=RENTAL',
      token: 'adm-token',
    },
  ],
  [
    'UAPI-1 a user is posted to the users host',
    (e) => e.users.link(user),
    { to: 'POST https://users.test/users/link', token: 'key-token', body: user },
  ],
  [
    'UAPI-2 a user is gotten from the users host',
    (e) => e.users.get('usr_1'),
    { to: 'GET https://users.test/users/usr_1', token: 'key-token' },
  ],
  [
    'UAPI-3 changes are put to the users host',
    (e) => e.users.update('usr_1', { name: 'Noor B', phone: '+966500000099', metadata: {} }),
    {
      to: 'PUT https://users.test/users/usr_1',
      token: 'key-token',
      body: { name: 'Noor B', phone: '+966500000099', metadata: {} },
    },
  ],
  [
    'LEGACY-1 a user who signs up is posted to the auth host',
    (e) => e.legacy.signUp(signUp),
    { to: 'POST https://auth.test/v2/api/users/sign-up', token: 'app-token', body: signUp },
  ],
  [
    'LEGACY-3 any bank account is posted to the legacy host',
    (e) => e.legacy.addIban('7', { any: 'thing' }),
    { to: 'POST https://legacy.test/api/users/7/IBAN', token: 'usr-token', body: { any: 'thing' } },
  ],
  [
    'LEGACY-3 any address is posted to the legacy host',
    (e) => e.legacy.addAddress('7', { any: 'thing' }),
    { to: 'POST https://legacy.test/api/profiles/7/addresses', token: 'usr-token', body: { any: 'thing' } },
  ],
];

/** Satisfies every call. */
const answer = {
  serviceUserId: 1001,
  data: { id: 'c-1', valid: true, milestones: [], clientUserToken: 'x' },
};

test.each(requests)('%s', async (_title, send, { to, token, body }) => {
  const { escrow, sent } = createObservedClient({
    '*': { body: to.startsWith('GET') ? { data: checkoutUrl } : answer },
  });

  await send(escrow);

  const headers = body ? jsonHeaders(token) : bareHeaders(token);
  expect(sent.map(withJson)).toEqual([{ to, headers, body: body ?? '' }]);
});
