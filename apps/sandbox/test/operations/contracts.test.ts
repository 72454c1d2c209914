import { expect, test } from 'vitest';
import { createMilestone, createParent, milestoneRequest, parentRequest } from '../support/escrow-steps.ts';
import { send } from '../support/service-api.ts';
import { createTenantSandbox, startedSandbox } from '../support/started-sandbox.ts';

const sandbox = startedSandbox();
const add = (contractId: string, ...milestones: object[]) =>
  send(sandbox(), 'addMilestones', { path: { contractId }, body: { milestones } });

test('CONTRACT-2 STATE-1 the result has id, type, senderRole and status CREATED, whatever status is asked for', async () => {
  const { body } = await send(sandbox(), 'createContract', { body: parentRequest({ status: 'PAID' }) });

  expect(body).toEqual({
    data: { id: expect.any(String), type: 'COMPLEX_CONTRACT', senderRole: 'BROKER', status: 'CREATED' },
  });
});

test("MILESTONE-1 milestones of the client's own parent are accepted, in their order", async () => {
  const contractId = await createParent(sandbox());
  const requests = [milestoneRequest({ itemPrice: 10 }), milestoneRequest({ itemPrice: 20.5 })];

  const { status, body } = await add(contractId, ...requests);

  expect(status).toBe(200);
  expect(body.data.milestones.map(({ itemPrice }: { itemPrice: number }) => itemPrice)).toEqual([10, 20.5]);
});

test('MILESTONE-2 the result has the fee of each milestone and lists only those of the call', async () => {
  const { contractId } = await createMilestone(sandbox());

  const { body } = await add(contractId, milestoneRequest({ itemPrice: 12.34 }));

  expect(body).toEqual({
    data: {
      parentContractId: contractId,
      milestones: [{ id: expect.any(String), itemPrice: 12.34, fee: 0.49, feePercentage: 0.04, status: 'CREATED' }],
    },
  });
});

test.each([
  { feePercentage: 0.29, itemPrice: 0.5, fee: 0.15 },
  { feePercentage: 0.33, itemPrice: 0.01, fee: 0 },
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

test('CONTRACT-2 MILESTONE-2 a list with one refused milestone adds none', async () => {
  const contractId = await createParent(sandbox());

  const { status, body } = await add(contractId, milestoneRequest(), milestoneRequest({ itemPrice: 'much' }));

  expect(status).toBe(400);
  expect(body).not.toHaveProperty('data');
});

test('more milestones than one statement takes are added by one call', async () => {
  const contractId = await createParent(sandbox());

  const { status, body } = await add(contractId, ...Array.from({ length: 1200 }, () => milestoneRequest()));

  expect(status).toBe(200);
  expect(new Set(body.data.milestones.map(({ id }: { id: string }) => id)).size).toBe(1200);
});
