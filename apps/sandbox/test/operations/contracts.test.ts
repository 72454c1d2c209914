import { describe, expect, test } from 'vitest';
import {
  createMilestone,
  createParent,
  createReadyMilestone,
  milestoneRequest,
  parentRequest,
  startPayment,
} from '../support/escrow-steps.ts';
import { send } from '../support/service-api.ts';
import { startedSandbox } from '../support/started-sandbox.ts';
import { stores } from '../support/stores.ts';
import { createTenantSandbox } from '../support/tenant-sandbox.ts';

describe.each(stores)('on %s', (store) => {
  const sandbox = startedSandbox(store);

  test('MILESTONE-1b an empty list of milestones is refused', async () => {
    const path = { contractId: await createParent(sandbox()) };

    const answer = await send(sandbox(), 'addMilestones', { path, body: { milestones: [] } });

    expect(answer).toMatchObject({
      status: 400,
      body: { rule: 'MILESTONE-1b', message: expect.stringContaining('empty') },
    });
  });

  test("CONTRACT-1 the document's example of a parent is accepted", async () => {
    const answer = await send(sandbox(), 'createContract', { body: parentRequest() });

    expect(answer.status).toBe(200);
  });

  test.each([
    ['another type', { type: 'MILESTONE_CONTRACT' }],
    ['another role', { senderRole: 'PROVIDER' }],
    ['an amount', { itemPrice: 1 }],
    ['unaccepted terms', { serviceTermsAccepted: false }],
  ])('CONTRACT-1 a parent with %s is refused', async (_, changes) => {
    const answer = await send(sandbox(), 'createContract', { body: parentRequest(changes) });

    expect(answer).toMatchObject({ status: 400, body: { error: 'rule_violation', rule: 'CONTRACT-1c' } });
  });

  test.each([
    ['CONTRACT-1a', 'isParent', { isParent: undefined }],
    ['CONTRACT-1b', 'title', { itemDetail: { description: 'A table' } }],
  ])('%s a parent without %s is refused', async (rule, _, changes) => {
    const answer = await send(sandbox(), 'createContract', { body: parentRequest(changes) });

    expect(answer).toMatchObject({ status: 400, body: { error: 'rule_violation', rule } });
  });

  test('CONTRACT-2 the result has id, type, senderRole and status CREATED', async () => {
    const { body } = await send(sandbox(), 'createContract', { body: parentRequest() });

    expect(body).toEqual({
      data: { id: expect.any(String), type: 'COMPLEX_CONTRACT', senderRole: 'BROKER', status: 'CREATED' },
    });
  });

  test('CONTRACT-2 a refused parent gets no id', async () => {
    const { body } = await send(sandbox(), 'createContract', { body: parentRequest({ type: 'OTHER' }) });

    expect(body).not.toHaveProperty('data');
  });

  test('STATE-1 parent and milestone are accepted as CREATED', async () => {
    const parent = await send(sandbox(), 'createContract', { body: parentRequest() });
    const path = { contractId: parent.body.data.id };

    const { body } = await send(sandbox(), 'addMilestones', { path, body: { milestones: [milestoneRequest()] } });

    expect([parent.body.data.status, body.data.milestones[0].status]).toEqual(['CREATED', 'CREATED']);
  });

  test('STATE-1 a request for another initial state is refused', async () => {
    const { body } = await send(sandbox(), 'createContract', { body: parentRequest({ status: 'PAID' }) });

    expect(body.data.status).toBe('CREATED');
  });

  test('CONTRACT-3 unknown values are accepted', async () => {
    const changes = { returnPolicy: 'FREE_RETURN', returnFeePayee: 'CUSTOMER', contractClassification: 'PREMIUM' };

    const answer = await send(sandbox(), 'createContract', { body: parentRequest(changes) });

    expect(answer.status).toBe(200);
  });

  test('CONTRACT-3 a value that is not text is refused', async () => {
    const answer = await send(sandbox(), 'createContract', { body: parentRequest({ returnPolicy: 1 }) });

    expect(answer.status).toBe(400);
  });

  test("MILESTONE-1 milestones of the client's own parent are accepted, in their order", async () => {
    const contractId = await createParent(sandbox());
    const milestones = [milestoneRequest({ itemPrice: 10 }), milestoneRequest({ itemPrice: 20.5 })];

    const { status, body } = await send(sandbox(), 'addMilestones', { path: { contractId }, body: { milestones } });

    expect(status).toBe(200);
    expect(body.data.milestones.map(({ itemPrice }: { itemPrice: number }) => itemPrice)).toEqual([10, 20.5]);
  });

  test.each([
    ['less than a halala', 0.001],
    ['a negative amount', -1],
    ['more than 100 billion', 1e12],
  ])('MILESTONE-4a %s as itemPrice is refused', async (_, itemPrice) => {
    const contractId = await createParent(sandbox());
    const milestones = [milestoneRequest(), milestoneRequest({ itemPrice })];

    const answer = await send(sandbox(), 'addMilestones', { path: { contractId }, body: { milestones } });

    expect(answer).toMatchObject({ status: 400, body: { rule: 'MILESTONE-4a' } });
    expect(answer.body.message).toContain('milestones[1].itemPrice');
  });

  test('MILESTONE-1 a milestone of an unknown parent is refused', async () => {
    const milestones = [milestoneRequest()];

    const answer = await send(sandbox(), 'addMilestones', { path: { contractId: 'none' }, body: { milestones } });

    expect(answer).toMatchObject({ status: 404, body: { rule: 'ERR-1b' } });
  });

  test('MILESTONE-2 the result has the fee of each milestone and lists only those of the call', async () => {
    const { contractId } = await createMilestone(sandbox());
    const milestones = [milestoneRequest({ itemPrice: 12.34 })];

    const { body } = await send(sandbox(), 'addMilestones', { path: { contractId }, body: { milestones } });

    expect(body).toEqual({
      data: {
        parentContractId: contractId,
        milestones: [{ id: expect.any(String), itemPrice: 12.34, fee: 0.49, feePercentage: 0.04, status: 'CREATED' }],
      },
    });
  });

  test.each([
    { feePercentage: 0.29, itemPrice: 0.5, fee: 0.15 },
    { feePercentage: 0.145, itemPrice: 1, fee: 0.15 },
    { feePercentage: 0.33, itemPrice: 0.01, fee: 0 },
    { feePercentage: 0.33, itemPrice: 0.02, fee: 0.01 },
    { feePercentage: 0.04, itemPrice: 100_000_000_000, fee: 4_000_000_000 },
    { feePercentage: 1, itemPrice: 99_999_999_999.99, fee: 99_999_999_999.99 },
  ])('MILESTONE-2 the fee is rounded half up: $feePercentage of $itemPrice is $fee', async (wanted) => {
    const { feePercentage, itemPrice, fee } = wanted;
    const tenant = await createTenantSandbox(sandbox());
    await tenant.control.changeSettings({ feePercentage });
    const contractId = await createParent(tenant);
    const milestones = [milestoneRequest({ itemPrice })];

    const { body } = await send(tenant, 'addMilestones', { path: { contractId }, body: { milestones } });

    expect(body.data.milestones).toMatchObject([{ itemPrice, fee, feePercentage }]);
  });

  test('MILESTONE-2 a list with one refused milestone adds none', async () => {
    const contractId = await createParent(sandbox());
    const milestones = [milestoneRequest(), milestoneRequest({ itemPrice: 'much' })];

    const { status, body } = await send(sandbox(), 'addMilestones', { path: { contractId }, body: { milestones } });

    expect(status).toBe(400);
    expect(body).not.toHaveProperty('data');
  });

  test('MILESTONE-3 a milestone without the settings of the organization is accepted', async () => {
    await expect(createMilestone(sandbox())).resolves.toHaveProperty('milestoneId');
  });

  test.each(['paymentMethods', 'isDeliverable', 'isInspectable'])(
    'MILESTONE-3 a milestone with %s is refused',
    async (field) => {
      const contractId = await createParent(sandbox());
      const milestones = [milestoneRequest({ [field]: field === 'paymentMethods' ? ['CARD'] : false })];

      const answer = await send(sandbox(), 'addMilestones', { path: { contractId }, body: { milestones } });

      expect(answer).toMatchObject({ status: 400, body: { rule: 'MILESTONE-3' } });
    },
  );

  test('AUTH-5 a payment of the same client is started', async () => {
    const milestone = await createReadyMilestone(sandbox());

    const answer = await startPayment(sandbox(), milestone);

    expect(answer.status).toBe(200);
  });

  test('AUTH-5 a payment in the name of another client is refused', async () => {
    const { milestoneId } = await createReadyMilestone(sandbox());

    const answer = await startPayment(sandbox(), { milestoneId, clientId: 'other-client' });

    expect(answer).toMatchObject({ status: 403, body: { error: 'forbidden', rule: 'AUTH-5a' } });
  });

  test('more milestones than one statement takes are added by one call', async () => {
    const contractId = await createParent(sandbox());
    const milestones = Array.from({ length: 1200 }, () => milestoneRequest());

    const { status, body } = await send(sandbox(), 'addMilestones', { path: { contractId }, body: { milestones } });

    expect(status).toBe(200);
    expect(new Set(body.data.milestones.map(({ id }: { id: string }) => id)).size).toBe(1200);
  });
});
