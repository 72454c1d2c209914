import { expect, onTestFinished, test } from 'vitest';
import { createMilestone, createPaidMilestone, createPayableMilestone, lead } from '../support/escrow-steps.ts';
import { createReceiver } from '../support/receiver.ts';
import { send } from '../support/service-api.ts';
import { createTenantSandbox, startedSandbox } from '../support/started-sandbox.ts';

const sandbox = startedSandbox();
const newTenant = () => createTenantSandbox(sandbox());

test('the overview counts what the lists have, and lists the last things that happened, newest first', async () => {
  const tenant = await newTenant();
  const { control } = tenant;
  const receiver = await createReceiver();
  onTestFinished(() => receiver.close());
  await control.freeze();
  await createMilestone(tenant);
  const { milestoneId } = await createPaidMilestone(tenant);
  await control.setWebhook(receiver.url);
  await control.drain();
  await send(tenant, 'createContract', { token: 'organization', body: {} });

  const { milestonesByState, requestsByOutcome, attention, latest } = await control.overview();

  expect(milestonesByState.map(({ state, count }) => `${state} ${count}`)).toEqual([
    'CREATED 1',
    'WAITING_FOR_PAYMENT 0',
    'PAID 1',
    'CASHOUT_IN_PROGRESS 0',
    'COMPLETED 0',
  ]);
  expect(requestsByOutcome).toEqual({ answered: 7, refused: 1, failed: 0 });
  expect(attention).toMatchObject({ pendingDeliveries: 0, failedDeliveries: 0 });
  expect(latest).toHaveLength(10);
  const delivered = { kind: 'delivery', attempt: 1, outcome: 'delivered', answerStatus: 200 };
  expect(latest.slice(0, 4)).toMatchObject([
    { kind: 'request', operationId: 'createContract', status: 403, rule: 'AUTH-4' },
    { ...delivered, milestoneId, title: 'Item', status: 'PAID' },
    { kind: 'event', milestoneId, title: 'Item', status: 'PAID' },
    { kind: 'request', operationId: 'addParties', status: 200, rule: null },
  ]);
});

test('the overview lists what is overdue on the clock of the tenant, and what waits longest, but nothing that is completed', async () => {
  const tenant = await newTenant();
  const { control } = tenant;
  const completed = await createPayableMilestone(tenant);
  await lead(tenant, completed.milestoneId, 'pay', 'release', 'complete');
  const { now } = await control.freeze();
  const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString();
  const named = (title: string) => ({ itemDetail: { title, description: '' } });
  const late = await createMilestone(tenant, { deadLine: at(2), ...named('Late') }, named('Of late'));
  await control.advance(60);
  const later = await createMilestone(tenant, { deadLine: at(1) });
  await control.advance(60);
  const open = await createMilestone(tenant, { deadLine: at(5000) });

  const before = await control.overview();
  await control.advance(3 * 3600);
  const after = await control.overview();

  const waiting = [late, later, open].map(({ milestoneId }) => milestoneId);
  expect(before.attention.overdue).toEqual({ count: 0, milestones: [] });
  expect(before.attention.waitingLongest.map(({ milestoneId }) => milestoneId)).toEqual(waiting);
  const ofLate = { milestoneId: late.milestoneId, contractTitle: 'Of late', title: 'Late', deadLine: at(2) };
  expect(after.attention.overdue).toMatchObject({
    count: 2,
    milestones: [{ milestoneId: later.milestoneId }, { ...ofLate, state: 'CREATED', itemPrice: 1000, currency: 'SAR' }],
  });
});
