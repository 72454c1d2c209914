import { findRule, type OperationId, rules } from '@escrow-kit/spec';
import { callCasesOf } from '@escrow-kit/spec/test-support/call-cases';
import { expect, test } from 'vitest';
import { canBeNoted } from '../../src/domain/refuse-or-note.ts';
import type { Sandbox } from '../../src/index.ts';
import {
  addParties,
  broker,
  buyer,
  createMilestone,
  createPaidMilestone,
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
} from '../support/escrow-steps.ts';
import { type Answer, type CallParts, send } from '../support/service-api.ts';
import { startedService } from '../support/started-sandbox.ts';

type MakeCall = (sandbox: Sandbox) => Promise<Answer>;

const bankAccount = {
  iban: 'SA0380000000608010167519',
  currency: 'SAR',
  beneficiaryName: 'Sara Seller',
  nationalId: '1000000001',
};
const localPhone = () => newPhone().replace('+966', '0');

const calling =
  (id: OperationId, parts: CallParts): MakeCall =>
  (sandbox) =>
    send(sandbox, id, parts);

/** Registers a customer with a new phone. */
const registering =
  (parts: CallParts, changes: object = {}): MakeCall =>
  (sandbox) =>
    send(sandbox, 'registerCustomer', { body: { phoneNumber: newPhone(), ...changes }, ...parts });

const signUpLocally: MakeCall = (sandbox) => {
  const body = { firstName: 'Made', lastName: 'Up', clientUserId: 'shop-user-1', phoneNumber: localPhone() };
  return send(sandbox, 'legacySignUp', { body });
};

const addingMilestones =
  (...milestones: object[]): MakeCall =>
  async (sandbox) =>
    send(sandbox, 'addMilestones', { path: { contractId: await createParent(sandbox) }, body: { milestones } });

const addStranger: MakeCall = async (sandbox) => {
  const phone = newPhone();
  await registerCustomer(sandbox, phone);
  return addParties(sandbox, await createMilestone(sandbox), [buyer(phone, 10), seller(newPhone(), 10)]);
};

const addNobody: MakeCall = async (sandbox) => addParties(sandbox, await createMilestone(sandbox), []);

const addUnequal: MakeCall = async (sandbox) => {
  const [one, other] = [newPhone(), newPhone()];
  for (const phone of [one, other]) await registerCustomer(sandbox, phone);
  return addParties(sandbox, await createMilestone(sandbox), [buyer(one, 10), seller(other, 9)]);
};

const starting =
  (changes: { query?: Record<string, string>; clientId?: string }): MakeCall =>
  async (sandbox) =>
    startPayment(sandbox, { ...(await createReadyMilestone(sandbox)), ...changes });

const requestingTicket =
  (changes: (phone: string) => object): MakeCall =>
  async (sandbox) => {
    const phone = newPhone();
    await registerCustomer(sandbox, phone);
    return requestTicket(sandbox, { phone, shortId: 'any', changes: changes(phone) });
  };

async function callAsOther(sandbox: Sandbox): Promise<Answer> {
  const bearer = await issueUserToken(sandbox, newPhone());
  const path = { userId: await registerCustomer(sandbox, newPhone()) };
  return send(sandbox, 'submitNationalId', { path, body: { nationalId: '1000000001' }, bearer });
}

async function addPartiesTwice(sandbox: Sandbox): Promise<Answer> {
  const { buyerPhone, sellerPhone, ...milestone } = await createReadyMilestone(sandbox);
  return addParties(sandbox, milestone, [buyer(buyerPhone, 1), seller(sellerPhone, 1)]);
}

async function payTwice(sandbox: Sandbox): Promise<Answer> {
  return startPayment(sandbox, await createPaidMilestone(sandbox));
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

const paymentType = 'PURCHASE';

/** A call for every rule of the sandbox that is not stated and that no call case of the document breaks; it breaks no other. */
const cases: [rule: string, what: string, call: MakeCall, named?: string][] = [
  ['AUTH-1a', 'a customer under the client admin token', registering({ token: 'clientAdmin' })],
  ['AUTH-1b', 'a token that nobody was given', registering({ bearer: 'unknown' })],
  ['AUTH-5a', 'a payment by another client', starting({ clientId: 'another-client' })],
  ['AUTH-6a', 'a wrong client secret', requestingTicket(() => ({ client_secret: 'wrong' }))],
  ['AUTH-8a', "another user's token", callAsOther],
  [
    'USER-1a',
    'no number as serviceUserId',
    calling('addBankAccount', { path: { serviceUserId: 'one' }, body: bankAccount }),
  ],
  ['USER-1b', 'no phoneNumber', calling('registerCustomer', { body: {} })],
  ['USER-5a', 'a PROVIDER who is nobody', addStranger],
  [
    'USER-5b',
    'a phone that is written otherwise',
    requestingTicket((phone) => ({ login_hint: phone.replace('+', '00') })),
    'TICKET-4',
  ],
  ['MILESTONE-1b', 'no milestones', addingMilestones()],
  ['MILESTONE-4a', 'three decimals', addingMilestones(milestoneRequest({ itemPrice: 0.001 }))],
  ['PARTY-0b', 'a milestone without parties in the call', addNobody],
  ['PARTY-4a', 'a buyer who pays more than the others get', addUnequal],
  ['STATE-2a', 'parties a second time', addPartiesTwice],
  [
    'STATE-2b',
    'a payment before the parties',
    async (sandbox) => startPayment(sandbox, await createMilestone(sandbox)),
  ],
  ['STATE-3a', 'a payment before an invited party accepts', startWithInvitation],
  ['STATE-4a', 'a second payment', payTwice],
  ['PAY-1a', 'no redirectUrl', starting({ query: { paymentType } })],
  ['PAY-1b', 'a redirectUrl of an app', starting({ query: { paymentType, redirectUrl: 'myapp://return' } })],
  ['PAY-1c', 'a payment without a buyer', startWithoutBuyer],
  ['PAY-1d', 'a redirectUrl without a host', starting({ query: { paymentType, redirectUrl: 'https://' } })],
  ['LEGACY-1b', 'a sign-up with a local phone', signUpLocally],
  ['UAPI-3a', 'a phone that another user has', takePhone],
  ['UAPI-6a', 'a request over the limit', readBeyondLimit],
  ['ERR-1a', 'a NUL character', registering({}, { firstName: '\0' })],
  [
    'ERR-1b',
    'a contract that does not exist',
    calling('addMilestones', { path: { contractId: 'none' }, body: { milestones: [milestoneRequest()] } }),
  ],
  [
    'ERR-1c',
    'a parent that is sent as plain text',
    calling('createContract', { body: parentRequest(), contentType: 'text/plain' }),
  ],
  ['ERR-1d', 'a parent that is not JSON', calling('createContract', { rawBody: '{' })],
];

const assumedRuleCases = cases.map(([rule, what, call, named = rule]) => ({ rule, what, call, named }));

/** Rules that the cases of the document break, which call-cases.test.ts sends. */
const ofDocument = new Set(callCasesOf('sandbox').map(({ named }) => named));
/** Rules without a case: one accepts, with its test below; the others are of the checkout and of deliveries, with their tests there. */
const withoutCase = ['USER-5c', 'AUTH-7a', 'HOOK-3a'];

test('every rule of the sandbox that is not stated has a case', () => {
  const held = Object.entries(rules).filter(([, rule]) => rule.heldBy.includes('sandbox') && rule.basis !== 'stated');
  const refusing = held.map(([id]) => id).filter((id) => !withoutCase.includes(id));
  const cases = assumedRuleCases.map(({ rule }) => rule);

  expect(new Set([...cases, ...ofDocument])).toEqual(new Set([...refusing, ...ofDocument]));
});

const strict = startedService();
const lenient = startedService({ assumedRules: 'note' });

test.each(assumedRuleCases)('$rule $what is refused, and the answer names rule and basis', async ({ call, named }) => {
  const { status, body } = await call(strict().sandbox);

  expect(status).toBeGreaterThanOrEqual(400);
  expect(body.error.rule ?? body.rule).toBe(named);
  expect(body.error.basis ?? body.basis).toBe(findRule(named)?.basis);
});

test.each(assumedRuleCases)(
  '$rule $what is accepted and noted if such rules are noted, and refused if nothing can be done with it',
  async ({ rule, named, call }) => {
    const { sandbox } = lenient();

    const { status, body } = await call(sandbox);

    if (!canBeNoted(rule)) return expect(body.error.rule ?? body.rule).toBe(named);
    expect(status).toBe(200);
    expect(await notesOfLast(sandbox)).toContainEqual(
      expect.stringMatching(new RegExp(`^${rule} is ${findRule(rule)?.basis}, so`)),
    );
  },
);

test('PAY-1b an address to return to that runs code is refused even if such rules are noted', async () => {
  const { sandbox } = lenient();
  const { milestoneId } = await createReadyMilestone(sandbox);
  const query = { redirectUrl: 'javascript:alert(1)', paymentType };

  const answer = await startPayment(sandbox, { milestoneId, query });

  expect(answer).toMatchObject({ status: 400, body: { rule: 'PAY-1b' } });
});

test('USER-5a more strangers than a refusal lists are accepted if such rules are noted', async () => {
  const { sandbox } = lenient();
  const buyers = Array.from({ length: 24 }, () => buyer(newPhone(), 1));

  const answer = await addParties(sandbox, await createMilestone(sandbox), [...buyers, seller(newPhone(), 24)]);

  expect(answer.status).toBe(200);
  expect(await notesOfLast(sandbox)).toContainEqual(expect.stringMatching(/^USER-5a is implied, so/));
});

test('a stated rule is refused even if others are noted, also after one of those', async () => {
  const { sandbox } = lenient();
  const { contractId } = await createMilestone(sandbox);
  const milestones = [milestoneRequest({ currency: undefined }), milestoneRequest({ isDeliverable: true })];

  const answer = await send(sandbox, 'addMilestones', { path: { contractId }, body: { milestones } });
  const organization = await send(sandbox, 'createContract', { token: 'organization' });

  expect(answer).toMatchObject({ status: 400, body: { rule: 'MILESTONE-3', basis: 'stated' } });
  expect(organization).toMatchObject({ status: 403, body: { rule: 'AUTH-4', basis: 'stated' } });
});

test('USER-5 a user who is registered after the contract was created is accepted and noted, and so is an unregistered BROKER', async () => {
  const { sandbox, service } = strict();
  const milestone = await createMilestone(sandbox);
  service.store.update('contracts', { id: milestone.contractId }, { createdAt: 1 });
  const [one, other] = [newPhone(), newPhone()];
  await Promise.all([registerCustomer(sandbox, one), registerCustomer(sandbox, other)]);

  const answer = await addParties(sandbox, milestone, [buyer(one, 10), seller(other, 9), broker(1)]);

  expect(answer.status).toBe(200);
  expect(await notesOfLast(strict().sandbox)).toEqual([
    expect.stringMatching(/^USER-5c the BROKER of .* is not a registered user/),
    expect.stringMatching(/^USER-5 the CUSTOMER of .* was registered after .* 1 more/),
    expect.stringContaining('MILESTONE-4'),
  ]);
});

test('USER-5c a BROKER who is not registered is accepted, and one who is registered is not noted', async () => {
  const { sandbox } = strict();
  const [one, other, administrator] = [newPhone(), newPhone(), newPhone()];
  for (const phone of [one, other, administrator]) await registerCustomer(sandbox, phone);
  const milestone = await createMilestone(sandbox);
  const registered = { ...broker(1), phoneNumber: administrator };

  const answer = await addParties(sandbox, milestone, [buyer(one, 10), seller(other, 9), registered]);

  expect(answer.status).toBe(200);
  expect((await notesOfLast(sandbox)).join()).not.toContain('BROKER');
});

async function notesOfLast(sandbox: Sandbox): Promise<string[]> {
  const { requests } = await sandbox.control.requests({ limit: 1 });
  return (await sandbox.control.request(requests[0]?.id ?? '')).notes;
}
