import { beforeAll, describe, expect, test } from 'vitest';
import { addParties, broker, createMilestone, createReadyMilestone, startPayment } from '../support/escrow-steps.ts';
import { setSettings, startedService } from '../support/started-service.ts';
import { stores } from '../support/stores.ts';

describe.each(stores)('on %s', (store) => {
  const started = startedService(store);

  beforeAll(() => setSettings(started().service, { invitations: true }));

  test('STATE-3 a payment is refused while a party has not accepted the invitation', async () => {
    const milestone = await createReadyMilestone(started().sandbox);

    const answer = await startPayment(started().sandbox, milestone);

    expect(answer).toMatchObject({ status: 409, body: { error: 'conflict', rule: 'STATE-3a' } });
  });

  test('STATE-3 a payment is accepted when all parties have accepted', async () => {
    const milestone = await createReadyMilestone(started().sandbox);
    await started().sandbox.control.accept(milestone.milestoneId);

    const answer = await startPayment(started().sandbox, milestone);

    expect(answer.status).toBe(200);
  });

  test('STATE-2a adding invited parties a second time is refused', async () => {
    const milestone = await createReadyMilestone(started().sandbox);

    const answer = await addParties(started().sandbox, milestone, [broker(0)]);

    expect(answer).toMatchObject({ status: 409, body: { rule: 'STATE-2a' } });
  });

  test('STATE-3 the administrator is accepted at once, but nobody can pay without another party', async () => {
    const milestone = await createMilestone(started().sandbox);
    const added = await addParties(started().sandbox, milestone, [broker(0)]);

    const answer = await startPayment(started().sandbox, milestone);

    expect(added.body.data.milestones).toMatchObject([{ status: 'WAITING_FOR_PAYMENT' }]);
    expect(answer).toMatchObject({ status: 409, body: { rule: 'PAY-1c' } });
  });
});
