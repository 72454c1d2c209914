import { temporaryFolder } from '@escrow-kit/tools/temporary-folder';
import { expect, onTestFinished, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/index.ts';
import {
  addParties,
  buyer,
  createMilestone,
  createParent,
  createReadyMilestone,
  milestoneRequest,
  newPhone,
  parentRequest,
  registerCustomer,
  requestTicket,
  seller,
  shortIdOf,
  startPayment,
} from '../support/escrow-steps.ts';
import { type Answer, send } from '../support/service-api.ts';
import { createTenantSandbox, startedSandbox } from '../support/started-sandbox.ts';
import { watchStderr } from '../support/stderr.ts';

const sandbox = startedSandbox();

/** Makes a call with a usual value, or with one that hardly anybody means. */
type MakeCall = (tenant: Sandbox, isOdd: boolean) => Promise<Answer>;

const past = '2020-01-01T00:00:00Z';
const wrongIban = 'SA0380000000608010167518';
const account = { iban: 'SA0380000000608010167519', currency: 'SAR', beneficiaryName: 'S', nationalId: '1000000001' };

const addingMilestone =
  (odd: object): MakeCall =>
  async (tenant, isOdd) => {
    const contractId = await createParent(tenant);
    const milestones = [milestoneRequest(), milestoneRequest(isOdd ? odd : {})];
    return send(tenant, 'addMilestones', { path: { contractId }, body: { milestones } });
  };

const addingAccount =
  (odd: object): MakeCall =>
  async (tenant, isOdd) => {
    const path = { serviceUserId: await registerCustomer(tenant, newPhone()) };
    return send(tenant, 'addBankAccount', { path, body: { ...account, ...(isOdd && odd) } });
  };

const addLegacyAccount: MakeCall = async (tenant, isOdd) => {
  const path = { id: await registerCustomer(tenant, newPhone()) };
  return send(tenant, 'legacyAddIban', { path, body: isOdd ? { iban: wrongIban } : account });
};

const createContract: MakeCall = (tenant, isOdd) =>
  send(tenant, 'createContract', { body: parentRequest(isOdd ? { currency: 'XYZ' } : {}) });

const sellToOneself: MakeCall = async (tenant, isOdd) => {
  const [phone, other] = [newPhone(), newPhone()];
  for (const each of [phone, other]) await registerCustomer(tenant, each);
  return addParties(tenant, await createMilestone(tenant), [buyer(phone, 10), seller(isOdd ? phone : other, 10)]);
};

const ticketForSeller: MakeCall = async (tenant, isOdd) => {
  const { milestoneId, buyerPhone, sellerPhone } = await createReadyMilestone(tenant);
  const shortId = shortIdOf((await startPayment(tenant, { milestoneId })).body.data);
  return requestTicket(tenant, { phone: isOdd ? sellerPhone : buyerPhone, shortId });
};

test.each<[what: string, field: RegExp, message: string, call: MakeCall]>([
  ['a deadline in the past', /^milestones\[1\]\.deadLine$/, 'past', addingMilestone({ deadLine: past })],
  ['a price of 0', /^milestones\[1\]\.itemPrice$/, 'is 0', addingMilestone({ itemPrice: 0 })],
  ['a currency that nobody uses', /^milestones\[1\]\.currency$/, 'ISO 4217', addingMilestone({ currency: 'XYZ' })],
  ['a currency that nobody uses, of a parent,', /^currency$/, 'ISO 4217', createContract],
  ['an IBAN with wrong check digits', /^iban$/, 'check digits', addingAccount({ iban: wrongIban })],
  ['such an IBAN in the legacy call', /^iban$/, 'check digits', addLegacyAccount],
  ['a national id of three digits', /^nationalId$/, 'exactly 10 digits', addingAccount({ nationalId: '123' })],
  ['a seller who is the buyer', /^mileStonesParties\.\w+\[1\]\.phoneNumber$/, 'also a buyer', sellToOneself],
  ['a ticket for the seller', /^login_hint$/, 'not a buyer', ticketForSeller],
])('%s is answered as ever, and the request log warns of it by its place', async (_, field, message, call) => {
  const tenant = await createTenantSandbox(sandbox());

  const usual = await call(tenant, false);
  const odd = await call(tenant, true);

  const { requests } = await tenant.control.requests({ operationId: (await newest(tenant)).operationId ?? '' });
  expect(outlineOf(odd)).toEqual(outlineOf(usual));
  expect(requests.map(({ warnings }) => warnings)).toEqual([
    [{ field: expect.stringMatching(field), message: expect.stringMatching(/ not shown\. \(.+\)$/) }],
    [],
  ]);
  expect(requests[0]?.warnings[0]?.message).toMatch(new RegExp(`${message}.* \\(${field.source.slice(1, -1)}\\)$`));
  expect(JSON.stringify(requests[0]?.warnings)).not.toMatch(/\+966|SA\d{22}|123|XYZ|2020/);
});

test('a deadline is past by the clock of the tenant, in any form of ISO 8601', async () => {
  const tenant = await createTenantSandbox(sandbox());
  const contractId = await createParent(tenant);
  const forms = ['20300101T000000Z', '2030-W01-1T00:00:00Z', '2030-001T00:00Z', '2030-01-01T00Z'];
  forms.push('2030-01-01T00:00:60Z', '2030-01-01T00:00:00,5Z', '2030-01-01T24:00+00');
  const milestones = forms.map((deadLine) => milestoneRequest({ deadLine }));
  const warningsAt = async (to: string) => {
    const { now } = await tenant.control.freeze();
    await tenant.control.advance((Date.parse(to) - now) / 1000);
    await send(tenant, 'addMilestones', { path: { contractId }, body: { milestones } });
    return (await newest(tenant)).warnings;
  };

  expect(await warningsAt('2029-12-30T00:00:00Z')).toEqual([]);
  expect(await warningsAt('2030-01-03T00:00:00Z')).toEqual([
    { field: 'milestones[0].deadLine', message: expect.stringContaining('(milestones[0].deadLine and 6 more)') },
  ]);
});

test('a call with a thousand milestones has one warning of a kind, a refused one has none, and a program that starts a sandbox hears nothing', async () => {
  const lines = watchStderr();
  const tenant = await createTenantSandbox(sandbox());
  const contractId = await createParent(tenant);
  const milestones = Array.from({ length: 1000 }, () => milestoneRequest({ itemPrice: 0 }));
  await send(tenant, 'addMilestones', { path: { contractId }, body: { milestones } });
  const accepted = await newest(tenant);
  milestones.push(milestoneRequest({ itemPrice: 0.001 }));
  await send(tenant, 'addMilestones', { path: { contractId }, body: { milestones } });
  const refused = await newest(tenant);

  expect(accepted.warnings).toEqual([
    { field: 'milestones[0].itemPrice', message: expect.stringContaining('(milestones[0].itemPrice and 999 more)') },
  ]);
  expect([refused.status, refused.warnings]).toEqual([400, []]);
  expect(lines).toEqual([]);
});

test('a milestone has the warnings of every call that made it, after a restart, too', async () => {
  const dataFolder = temporaryFolder();
  const first = await startSandbox({ dataFolder });
  onTestFinished(() => first.close());
  const phones = [newPhone(), newPhone()];
  const [both, other] = phones as [string, string];
  const ids = [];
  for (const phone of phones) ids.push(await registerCustomer(first, phone));
  const odd = { deadLine: past, itemPrice: 0, currency: 'XYZ' };
  const milestone = await createMilestone(first, odd, { currency: 'XYZ' });
  await addParties(first, milestone, [buyer(both, 2), seller(both, 1), seller(other, 1)]);
  for (const serviceUserId of ids) {
    const body = { ...account, iban: wrongIban, nationalId: '123' };
    await send(first, 'addBankAccount', { path: { serviceUserId }, body });
  }
  await requestTicket(first, { phone: other, shortId: (await first.control.milestone(milestone.milestoneId)).shortId });
  const before = await first.control.milestone(milestone.milestoneId);
  await first.close();

  const second = await startSandbox({ dataFolder });
  onTestFinished(() => second.close());
  const { warnings } = await second.control.milestone(milestone.milestoneId);
  const usual = await createReadyMilestone(second);

  expect(warnings).toEqual(before.warnings);
  expect(warnings.map(({ field, message }) => [field, /\d+ more/.exec(message)?.[0]])).toEqual([
    ['contract.currency', '1 more'],
    ['deadLine', undefined],
    ['itemPrice', undefined],
    ['parties[1].phoneNumber', undefined],
    ['ticket.login_hint', undefined],
    ['parties[1].bankAccount.iban', '1 more'],
    ['parties[1].bankAccount.nationalId', '1 more'],
  ]);
  expect((await second.control.milestone(usual.milestoneId)).warnings).toEqual([]);
});

async function newest({ control }: Sandbox) {
  const { requests } = await control.requests({ limit: 1 });
  return control.request(requests[0]?.id ?? '');
}

/** Status, names of headers, and the body without its values. */
function outlineOf({ status, headers, body }: Answer): unknown {
  const outline = JSON.stringify(body, (_key, value) => (typeof value === 'object' ? value : typeof value));
  return { status, headers: [...headers.keys()].sort(), outline };
}
