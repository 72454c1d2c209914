import { expect, test } from 'vitest';
import { callOperation } from '../support/call-operation.ts';
import { createObservedClient, jsonHeaders, type Way } from '../support/observed-client.ts';
import { partOf } from '../support/part-of.ts';
import { withJson } from '../support/recording-fetch.ts';
import { milestone, parent } from '../support/sample-inputs.ts';

const created = { id: 'c-1', type: 'COMPLEX_CONTRACT', senderRole: 'BROKER', status: 'CREATED' };

const create: Way[] = [
  ['contracts.create', (escrow) => escrow.contracts.create(parent)],
  ['call', (escrow) => callOperation(escrow, 'createContract', { body: parent })],
  ['raw', (escrow) => escrow.hosts.contract.POST('/api/external/contracts', { body: parent })],
];

test.each(create)('CONTRACT-1 %s posts the parent with everything that the service fixes', async (_way, send) => {
  const { escrow, sent } = createObservedClient({ '*': { body: { data: created } } });

  await send(escrow);

  expect(sent.map(withJson)).toEqual([
    {
      to: 'POST https://contract.test/api/external/contracts',
      headers: jsonHeaders('adm-token'),
      body: {
        type: 'COMPLEX_CONTRACT',
        senderRole: 'BROKER',
        contractClassification: 'BASIC',
        currency: 'SAR',
        itemPrice: 0,
        itemDetail: { title: 'Car', description: 'A used car' },
        returnPolicy: 'NO_RETURN',
        returnFeePayee: 'PROVIDER',
        serviceTermsAccepted: true,
        isParent: true,
      },
    },
  ]);
});

test('CONTRACT-1 what the service fixes may be given with its value', async () => {
  const { escrow, sent } = createObservedClient({ '*': { body: { data: created } } });
  const fixed = { type: 'COMPLEX_CONTRACT', senderRole: 'BROKER', itemPrice: 0, isParent: true } as const;

  await escrow.contracts.create({ ...parent, ...fixed });

  expect(sent.map(({ body }) => JSON.parse(body))).toMatchObject([fixed]);
});

test.each([
  ['type', { type: 'MILESTONE_CONTRACT' }],
  ['senderRole', { senderRole: 'PROVIDER' }],
  ['itemPrice', { itemPrice: 1000 }],
  ['itemPrice', { itemPrice: '0' }],
  ['isParent', { isParent: false }],
  ['isParent', { isParent: null }],
  ['serviceTermsAccepted', { serviceTermsAccepted: false }],
  ['serviceTermsAccepted', { serviceTermsAccepted: undefined }],
  ['currency', { currency: undefined }],
  ['returnPolicy', { returnPolicy: undefined }],
  ['returnFeePayee', { returnFeePayee: undefined }],
  ['contractClassification', { contractClassification: undefined }],
  ['itemDetail', { itemDetail: undefined }],
  ['itemDetail.title', { itemDetail: { description: 'A used car' } }],
  ['itemDetail.description', { itemDetail: { title: 'Car' } }],
])('CONTRACT-1 a parent with %s as in %j is refused before anything is sent', async (path, change) => {
  const { escrow, sent } = createObservedClient({ '*': {} });

  await expect(escrow.contracts.create({ ...parent, ...change } as typeof parent)).rejects.toMatchObject({
    code: 'rule_violation',
    outcome: 'not-sent',
    violations: [{ path: `body.${path}`, rule: partOf('CONTRACT-1') }],
  });
  expect(sent).toEqual([]);
});

test('CONTRACT-2 the created contract is taken out of data', async () => {
  const { escrow } = createObservedClient({ '*': { status: 201, body: { data: created } } });

  expect(await escrow.contracts.create(parent)).toEqual({
    id: 'c-1',
    type: 'COMPLEX_CONTRACT',
    senderRole: 'BROKER',
    status: 'CREATED',
  });
});

test('CONTRACT-2 call returns the answer unchanged', async () => {
  const { escrow } = createObservedClient({ '*': { body: { data: created } } });

  expect(await callOperation(escrow, 'createContract', { body: parent })).toEqual({ data: created });
});

test.each([{}, { data: {} }, { data: null }, { data: { id: null } }, { data: { id: '' } }, []])(
  'CONTRACT-2 the answer %j has no id and is reported',
  async (body) => {
    const { escrow } = createObservedClient({ '*': { body } });

    await expect(escrow.contracts.create(parent)).rejects.toMatchObject({ code: 'decode', outcome: 'unknown' });
  },
);

test('CONTRACT-3 a value that is not shown is sent unchanged', async () => {
  const { escrow, sent } = createObservedClient({ '*': { body: { data: { ...created, milestones: [] } } } });
  const notShown = { returnPolicy: 'RETURN_IN_14_DAYS', returnFeePayee: 'CUSTOMER', currency: 'AED' };

  await escrow.contracts.create({ ...parent, ...notShown, contractClassification: 'PREMIUM' });
  await escrow.contracts.addMilestones('c-1', [{ ...milestone, ...notShown }]);

  const [first, second] = sent.map(({ body }) => JSON.parse(body));
  expect(first).toMatchObject({ ...notShown, contractClassification: 'PREMIUM' });
  expect(second.milestones).toMatchObject([notShown]);
});
