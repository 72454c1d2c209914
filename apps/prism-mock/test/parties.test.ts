import { expect, test } from 'vitest';
import { answerExample } from './document-example.ts';
import { type Received, sendRequest } from './send-request.ts';
import { useMock } from './use-mock.ts';

const { mock } = useMock();

const person = { phoneNumber: '+966500000001', amount: 100 };
const customer = { ...person, role: 'CUSTOMER', arbitrator: false, isSender: true };
const provider = { ...person, role: 'PROVIDER', arbitrator: false };
const broker = { ...person, role: 'BROKER', amount: 0, arbitrator: true, isSender: true };

const accepted = answerExample('addParties', 200, 'notShown');
const refused = (example: string): Received => answerExample('addParties', 400, example);

function addParties(...parties: object[]): Promise<Received> {
  return sendMap({ 'milestone-1': parties });
}

function sendMap(mileStonesParties: unknown): Promise<Received> {
  const target = 'PATCH /api/external/contracts/contract-1/parties';
  return sendRequest(mock(), target, { token: 'adm_sandbox', json: { mileStonesParties } });
}

test('PARTY-0 parties by milestone id are accepted', async () => {
  const parties = [customer, provider, broker];

  const answer = await sendMap({ 'milestone-1': parties, 'milestone-2': parties });

  expect(answer).toEqual(accepted);
});

test.each([
  ['partiesWrong', 'a list instead of a map', [customer, provider, broker]],
  ['partiesWrong', 'a party instead of a list', { 'milestone-1': customer }],
  ['roleUnknown', 'an unknown role', { 'milestone-1': [{ ...customer, role: 'WITNESS' }] }],
  ['party0a', 'a party without a phone', { 'milestone-1': [{ ...customer, phoneNumber: undefined }] }],
  [
    'roleUnknown',
    'a broken party under the second key',
    { 'milestone-1': [customer], 'milestone-2': [{ role: 'WITNESS' }] },
  ],
])('PARTY-0 is refused by the example %s: %s', async (example, _case, map) => {
  const answer = await sendMap(map);

  expect(answer).toEqual(refused(example));
});

test('PARTY-1 a BROKER who is arbitrator and sender is accepted', async () => {
  expect(await addParties(broker)).toEqual(accepted);
});

test.each([
  ['is not an arbitrator', { arbitrator: false }, 'arbitratorOfBroker'],
  ['is not a sender', { isSender: false }, 'isSenderOfBroker'],
  ['does not say whether it is the sender', { isSender: undefined }, 'isSenderOfBroker'],
])('PARTY-1 a BROKER who %s is refused', async (_case, change, example) => {
  expect(await addParties({ ...broker, ...change })).toEqual(refused(example));
});

test('PARTY-2 a CUSTOMER who is sender and not arbitrator is accepted', async () => {
  expect(await addParties(customer)).toEqual(accepted);
});

test.each([
  ['is arbitrator', { arbitrator: true }, 'arbitratorOfCustomer'],
  ['is not a sender', { isSender: false }, 'isSenderOfCustomer'],
])('PARTY-2 a CUSTOMER who %s is refused', async (_case, change, example) => {
  expect(await addParties({ ...customer, ...change })).toEqual(refused(example));
});

test('PARTY-3 a PROVIDER without isSender is accepted', async () => {
  expect(await addParties(provider)).toEqual(accepted);
});

test.each([true, false, null])('PARTY-3 a PROVIDER with isSender %s is refused', async (isSender) => {
  expect(await addParties({ ...provider, isSender })).toEqual(refused('providerSender'));
});
