import { expect, test } from 'vitest';
import { answerExample, requestExample } from './document-example.ts';
import { type Received, sendRequest } from './send-request.ts';
import { useMock } from './use-mock.ts';

const { mock } = useMock();
const token = 'adm_sandbox';

function createContract(change: object): Promise<Received> {
  const json = { ...requestExample('createContract'), ...change };
  return sendRequest(mock(), 'POST /api/external/contracts', { token, json });
}

test('CONTRACT-1 a parent without an amount is created', async () => {
  const answer = await createContract({ itemPrice: 0 });

  expect(answer).toEqual(answerExample('createContract', 200, 'created'));
});

test('CONTRACT-1 a parent with an amount is refused', async () => {
  const answer = await createContract({ itemPrice: 1000 });

  expect(answer).toEqual(answerExample('createContract', 400, 'itemPriceNotZero'));
});

test.each([
  ['of another type', { type: 'MILESTONE_CONTRACT' }, 'fieldWrong'],
  ['sent by the seller', { senderRole: 'PROVIDER' }, 'fieldWrong'],
  ['with isParent false', { isParent: false }, 'fieldWrong'],
  ['without accepted terms', { serviceTermsAccepted: false }, 'fieldWrong'],
  ['without an item', { itemDetail: undefined }, 'fieldMissing'],
])('CONTRACT-1 a parent %s is refused', async (_case, change, example) => {
  const answer = await createContract(change);

  expect(answer).toEqual(answerExample('createContract', 400, example));
});

function addMilestone(change: object): Promise<Received> {
  const [milestone] = requestExample('addMilestones').milestones;
  const json = { milestones: [{ ...milestone, ...change }] };
  return sendRequest(mock(), 'PATCH /api/external/contracts/contract-1/milestones', { token, json });
}

test('MILESTONE-1 a milestone with a deadline in UTC is accepted', async () => {
  const answer = await addMilestone({ deadLine: '2030-06-30T12:00:00.000Z' });

  expect(answer).toEqual(answerExample('addMilestones', 200, 'added'));
});

test.each([
  ['without a deadline', { deadLine: undefined }, 'fieldMissing'],
  ['with a deadline that is not in UTC', { deadLine: '2030-06-30T12:00:00+03:00' }, 'deadLineNotUtc'],
  ['of another type', { type: 'COMPLEX_CONTRACT' }, 'fieldWrong'],
  ['with an amount in quotes', { itemPrice: '1000' }, 'fieldWrong'],
])('MILESTONE-1 a milestone %s is refused', async (_case, change, example) => {
  const answer = await addMilestone(change);

  expect(answer).toEqual(answerExample('addMilestones', 400, example));
});

test('MILESTONE-3 a milestone without the settings of the organization is accepted', async () => {
  const answer = await addMilestone({});

  expect(answer).toEqual(answerExample('addMilestones', 200, 'added'));
});

test.each(['paymentMethods', 'isDeliverable', 'isInspectable'])(
  'MILESTONE-3 a milestone with %s is refused',
  async (field) => {
    const answer = await addMilestone({ [field]: false });

    expect(answer).toEqual(answerExample('addMilestones', 400, 'forbiddenField'));
  },
);
