import type { Sandbox } from '../../src/index.ts';
import {
  addParties,
  broker,
  buyer,
  createMilestone,
  createParent,
  createReadyMilestone,
  issueUserToken,
  milestoneRequest,
  newPhone,
  parentRequest,
  registerCustomer,
  requestTicket,
  seller,
  startPayment,
} from './escrow-steps.ts';
import { type Answer, send } from './service-api.ts';

/** A call that breaks only one rule, which the service does not state. */
export interface AssumedRuleCase {
  rule: string;
  what: string;
  call: (sandbox: Sandbox) => Promise<Answer>;
  /** The rule that the refusal names, if it is another one. */
  named?: string;
}

const bankAccount = {
  iban: 'SA0000000000000000000001',
  currency: 'SAR',
  beneficiaryName: 'Sara Seller',
  nationalId: '1000000001',
};
const names = { firstName: 'Made', lastName: 'Up', clientUserId: 'shop-user-1' };

async function callAsOther(sandbox: Sandbox): Promise<Answer> {
  const [one, other] = [newPhone(), newPhone()];
  const bearer = await issueUserToken(sandbox, one);
  const path = { userId: await registerCustomer(sandbox, other) };
  return send(sandbox, 'submitNationalId', { path, body: { nationalId: '1000000001' }, bearer });
}

async function addBankAccount(sandbox: Sandbox, changes: object): Promise<Answer> {
  const path = { serviceUserId: await registerCustomer(sandbox, newPhone()) };
  return send(sandbox, 'addBankAccount', { path, body: { ...bankAccount, ...changes } });
}

async function addMilestone(sandbox: Sandbox, changes: object): Promise<Answer> {
  const path = { contractId: await createParent(sandbox) };
  return send(sandbox, 'addMilestones', { path, body: { milestones: [milestoneRequest(changes)] } });
}

/** Adds a registered buyer and seller, each changed. */
async function addPair(sandbox: Sandbox, changes: { buyer?: object; seller?: object }): Promise<Answer> {
  const [one, other] = [newPhone(), newPhone()];
  await Promise.all([registerCustomer(sandbox, one), registerCustomer(sandbox, other)]);
  const parties = [
    { ...buyer(one, 10), ...changes.buyer },
    { ...seller(other, 10), ...changes.seller },
  ];
  return addParties(sandbox, await createMilestone(sandbox), parties);
}

async function payTwice(sandbox: Sandbox): Promise<Answer> {
  const milestone = await createReadyMilestone(sandbox);
  await sandbox.control.giveConsent(milestone.buyerPhone);
  await sandbox.control.pay(milestone.milestoneId);
  return startPayment(sandbox, milestone);
}

async function startWith(sandbox: Sandbox, query: Record<string, string>): Promise<Answer> {
  const { milestoneId } = await createReadyMilestone(sandbox);
  return send(sandbox, 'startPayment', { path: { milestoneId, clientId: sandbox.credentials.clientId }, query });
}

async function startWithoutBuyer(sandbox: Sandbox): Promise<Answer> {
  const milestone = await createMilestone(sandbox);
  await addParties(sandbox, milestone, [broker(0)]);
  return startPayment(sandbox, milestone);
}

async function startWithInvitation(sandbox: Sandbox): Promise<Answer> {
  await sandbox.control.changeSettings({ invitations: true });
  const milestone = await createReadyMilestone(sandbox);
  await sandbox.control.changeSettings({ invitations: false });
  return startPayment(sandbox, milestone);
}

async function takePhone(sandbox: Sandbox): Promise<Answer> {
  const [one, other] = [newPhone(), newPhone()];
  const user = { email: 'made-up@example.com', name: 'Made Up' };
  const linked = await send(sandbox, 'linkUser', { body: { ...user, phone: one } });
  await send(sandbox, 'linkUser', { body: { ...user, phone: other } });
  return send(sandbox, 'updateUser', { path: { userId: linked.body.data.user_id }, body: { phone: other } });
}

async function readBeyondLimit(sandbox: Sandbox): Promise<Answer> {
  const { usersApiRequestsPerMinute } = await sandbox.control.settings();
  await sandbox.control.changeSettings({ usersApiRequestsPerMinute: 1 });
  await send(sandbox, 'getUser', { path: { userId: 'usr_none' } });
  const answer = await send(sandbox, 'getUser', { path: { userId: 'usr_none' } });
  await sandbox.control.changeSettings({ usersApiRequestsPerMinute });
  return answer;
}

async function ticketFor(sandbox: Sandbox, changes: (phone: string) => object): Promise<Answer> {
  const phone = newPhone();
  await registerCustomer(sandbox, phone);
  return requestTicket(sandbox, { phone, shortId: 'any', changes: changes(phone) });
}

/** At least one for every rule of the sandbox that is not stated. */
export const assumedRuleCases: AssumedRuleCase[] = [
  {
    rule: 'AUTH-1a',
    what: 'a customer under the client admin token',
    call: (sandbox) => send(sandbox, 'registerCustomer', { token: 'clientAdmin', body: { phoneNumber: newPhone() } }),
  },
  {
    rule: 'AUTH-1b',
    what: 'a token that nobody was given',
    call: (sandbox) => send(sandbox, 'registerCustomer', { bearer: 'unknown', body: { phoneNumber: newPhone() } }),
  },
  {
    rule: 'AUTH-5a',
    what: 'a payment by another client',
    call: async (sandbox) => {
      const { milestoneId } = await createReadyMilestone(sandbox);
      const query = { redirectUrl: 'https://shop.example/return', paymentType: 'PURCHASE' };
      return send(sandbox, 'startPayment', { path: { milestoneId, clientId: 'another-client' }, query });
    },
  },
  {
    rule: 'AUTH-6a',
    what: 'a wrong client secret',
    call: (sandbox) => ticketFor(sandbox, () => ({ client_secret: 'wrong' })),
  },
  { rule: 'AUTH-8a', what: "another user's token", call: callAsOther },
  {
    rule: 'USER-1a',
    what: 'a serviceUserId that is not a number',
    call: (sandbox) =>
      send(sandbox, 'addBankAccount', {
        path: { serviceUserId: 'one' },
        body: bankAccount,
      }),
  },
  { rule: 'USER-1b', what: 'no phoneNumber', call: (sandbox) => send(sandbox, 'registerCustomer', { body: {} }) },
  {
    rule: 'USER-1d',
    what: 'a local phone',
    call: (sandbox) => send(sandbox, 'registerCustomer', { body: { phoneNumber: newPhone().replace('+966', '0') } }),
  },
  {
    rule: 'USER-5a',
    what: 'a PROVIDER who is nobody',
    call: (sandbox) => addPair(sandbox, { seller: { phoneNumber: newPhone() } }),
  },
  {
    rule: 'USER-5b',
    what: 'a phone that is written otherwise',
    call: (sandbox) => ticketFor(sandbox, (phone) => ({ login_hint: phone.replace('+', '00') })),
    named: 'TICKET-4',
  },
  {
    rule: 'BANK-1a',
    what: 'a bank account without nationalId',
    call: (sandbox) => addBankAccount(sandbox, { nationalId: undefined }),
  },
  ...[{ nationalId: 1000000001 }, { iban: 1 }, { iban: {} }, { currency: [null] }].map((fields) => ({
    rule: 'BANK-1b',
    what: `a bank account with ${JSON.stringify(fields)}`,
    call: (sandbox: Sandbox) => addBankAccount(sandbox, fields),
  })),
  {
    rule: 'ADDR-1a',
    what: 'an address with a number as postalCode',
    call: async (sandbox) => {
      const path = { serviceUserId: await registerCustomer(sandbox, newPhone()) };
      const body = { addressLabel: 'HOME', countryCode: 'SA', postalCode: 11564 };
      return send(sandbox, 'addAddress', { path, body });
    },
  },
  {
    rule: 'ID-1a',
    what: 'a nationalId that is a number',
    call: async (sandbox) => {
      const path = { userId: await registerCustomer(sandbox, newPhone()) };
      return send(sandbox, 'submitNationalId', { path, body: { nationalId: 1000000001 } });
    },
  },
  {
    rule: 'ID-2a',
    what: 'an OTP without its phone',
    call: (sandbox) => send(sandbox, 'validateOtp', { body: { type: 'SERVICE_OTP', otp: 123456 } }),
  },
  {
    rule: 'ID-2a',
    what: 'an OTP without its type',
    call: async (sandbox) => {
      const phoneNumber = newPhone();
      await registerCustomer(sandbox, phoneNumber);
      return send(sandbox, 'validateOtp', { body: { phoneNumber, otp: 123456 } });
    },
  },
  {
    rule: 'ID-2b',
    what: 'an OTP in quotes',
    call: async (sandbox) => {
      const phoneNumber = newPhone();
      await registerCustomer(sandbox, phoneNumber);
      return send(sandbox, 'validateOtp', { body: { type: 'SERVICE_OTP', phoneNumber, otp: '123456' } });
    },
  },
  {
    rule: 'CONTRACT-1a',
    what: 'a parent without type',
    call: (sandbox) => send(sandbox, 'createContract', { body: parentRequest({ type: undefined }) }),
  },
  {
    rule: 'CONTRACT-1b',
    what: 'an item without description',
    call: (sandbox) => send(sandbox, 'createContract', { body: parentRequest({ itemDetail: { title: 'Item' } }) }),
  },
  {
    rule: 'CONTRACT-1c',
    what: 'a parent with a price',
    call: (sandbox) => send(sandbox, 'createContract', { body: parentRequest({ itemPrice: 1 }) }),
  },
  {
    rule: 'MILESTONE-1a',
    what: 'a milestone without currency, item and deadline',
    call: (sandbox) => addMilestone(sandbox, { currency: undefined, itemDetail: undefined, deadLine: undefined }),
  },
  {
    rule: 'MILESTONE-1b',
    what: 'no milestones',
    call: async (sandbox) =>
      send(sandbox, 'addMilestones', { path: { contractId: await createParent(sandbox) }, body: { milestones: [] } }),
  },
  {
    rule: 'MILESTONE-1c',
    what: 'a deadline of another zone',
    call: (sandbox) => addMilestone(sandbox, { deadLine: '2030-01-01T00:00:00+03:00' }),
  },
  { rule: 'MILESTONE-4a', what: 'three decimals', call: (sandbox) => addMilestone(sandbox, { itemPrice: 0.001 }) },
  {
    rule: 'PARTY-0a',
    what: 'a party without phoneNumber',
    call: (sandbox) => addPair(sandbox, { seller: { phoneNumber: undefined } }),
  },
  {
    rule: 'PARTY-0b',
    what: 'a milestone without parties in the call',
    call: async (sandbox) => addParties(sandbox, await createMilestone(sandbox), []),
  },
  {
    rule: 'PARTY-0c',
    what: 'a party with another role',
    call: (sandbox) => addPair(sandbox, { seller: { role: 'SELLER' } }),
  },
  ...[{ isSender: false }, { arbitrator: false }, { isSender: undefined, arbitrator: undefined }].map((flags) => ({
    rule: 'PARTY-1a',
    what: `a BROKER with ${JSON.stringify(flags)} as flags`,
    call: async (sandbox: Sandbox) => addParties(sandbox, await createMilestone(sandbox), [{ ...broker(0), ...flags }]),
  })),
  ...[{ isSender: false }, { arbitrator: true }, { isSender: undefined, arbitrator: undefined }].map((flags) => ({
    rule: 'PARTY-2a',
    what: `a CUSTOMER with ${JSON.stringify(flags)} as flags`,
    call: (sandbox: Sandbox) => addPair(sandbox, { buyer: flags }),
  })),
  {
    rule: 'STATE-2a',
    what: 'parties a second time',
    call: async (sandbox) => {
      const { buyerPhone, sellerPhone, ...milestone } = await createReadyMilestone(sandbox);
      return addParties(sandbox, milestone, [buyer(buyerPhone, 1), seller(sellerPhone, 1)]);
    },
  },
  {
    rule: 'STATE-2b',
    what: 'a payment before the parties',
    call: async (sandbox) => startPayment(sandbox, await createMilestone(sandbox)),
  },
  { rule: 'STATE-3a', what: 'a payment before an invited party accepts', call: startWithInvitation },
  { rule: 'STATE-4a', what: 'a second payment', call: payTwice },
  {
    rule: 'PAY-1a',
    what: 'no redirectUrl',
    call: (sandbox) => startWith(sandbox, { paymentType: 'PURCHASE' }),
  },
  {
    rule: 'PAY-1b',
    what: 'a redirectUrl of an app',
    call: (sandbox) => startWith(sandbox, { paymentType: 'PURCHASE', redirectUrl: 'myapp://return' }),
  },
  { rule: 'PAY-1c', what: 'a payment without a buyer', call: startWithoutBuyer },
  {
    rule: 'PAY-1d',
    what: 'a redirectUrl that is not a URL',
    call: (sandbox) => startWith(sandbox, { paymentType: 'PURCHASE', redirectUrl: 'https://shop.example/ return' }),
  },
  {
    rule: 'TICKET-1a',
    what: 'a ticket without scope',
    call: (sandbox) =>
      send(sandbox, 'requestTicket', {
        body: { grant_type: 'urn:service:params:oauth:grant-type:customer-token-exchange', login_hint: newPhone() },
      }),
  },
  {
    rule: 'TICKET-1b',
    what: 'another grant type',
    call: (sandbox) => ticketFor(sandbox, () => ({ grant_type: 'client_credentials' })),
  },
  {
    rule: 'LEGACY-1a',
    what: 'a sign-up without clientUserId',
    call: (sandbox) =>
      send(sandbox, 'legacySignUp', { body: { ...names, phoneNumber: newPhone(), clientUserId: undefined } }),
  },
  {
    rule: 'LEGACY-1b',
    what: 'a sign-up with a local phone',
    call: (sandbox) =>
      send(sandbox, 'legacySignUp', { body: { ...names, phoneNumber: newPhone().replace('+966', '0') } }),
  },
  ...[{ firstName: 1 }, { clientUserId: {} }, { phoneNumber: 500000001 }].map((fields) => ({
    rule: 'LEGACY-1c',
    what: `a sign-up with ${JSON.stringify(fields)}`,
    call: (sandbox: Sandbox) =>
      send(sandbox, 'legacySignUp', { body: { ...names, phoneNumber: newPhone(), ...fields } }),
  })),
  { rule: 'UAPI-3a', what: 'a phone that another user has', call: takePhone },
  { rule: 'UAPI-6a', what: 'a request over the limit', call: readBeyondLimit },
  {
    rule: 'ERR-1a',
    what: 'a NUL character',
    call: (sandbox) => send(sandbox, 'registerCustomer', { body: { phoneNumber: newPhone(), firstName: '\0' } }),
  },
  {
    rule: 'ERR-1b',
    what: 'a contract that does not exist',
    call: (sandbox) =>
      send(sandbox, 'addMilestones', { path: { contractId: 'none' }, body: { milestones: [milestoneRequest()] } }),
  },
  {
    rule: 'ERR-1c',
    what: 'a parent that is sent as plain text',
    call: (sandbox) => send(sandbox, 'createContract', { body: parentRequest(), contentType: 'text/plain' }),
  },
  {
    rule: 'ERR-1d',
    what: 'a parent that is not JSON',
    call: (sandbox) => send(sandbox, 'createContract', { rawBody: '{' }),
  },
];
