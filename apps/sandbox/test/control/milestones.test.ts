import { describe, expect, test } from 'vitest';
import { createReadyMilestone } from '../support/escrow-steps.ts';
import { registerSeller } from '../support/settlement-steps.ts';
import { startedSandbox } from '../support/started-sandbox.ts';
import { stores } from '../support/stores.ts';
import { createTenantSandbox } from '../support/tenant-sandbox.ts';

describe.each(stores)('milestones by the control API on %s', (store) => {
  const sandbox = startedSandbox(store);

  test('STATE-4 a milestone is paid, released and completed, and shows its ledger and events', async () => {
    const tenant = await createTenantSandbox(sandbox());
    const { milestoneId, buyerPhone, sellerPhone } = await createReadyMilestone(tenant);
    await registerSeller(tenant, sellerPhone);
    await tenant.control.giveConsent(buyerPhone);

    const paid = await tenant.control.pay(milestoneId);
    const released = await tenant.control.release(milestoneId);
    const completed = await tenant.control.complete(milestoneId);

    expect([paid.state, released.state, completed.state]).toEqual(['PAID', 'CASHOUT_IN_PROGRESS', 'COMPLETED']);
    expect([paid.allowedMoves, completed.allowedMoves]).toEqual([['release'], []]);
    expect(completed.events.map(({ status }) => status)).toEqual(['PAID', 'CASHOUT_IN_PROGRESS', 'COMPLETED']);
    expect(completed.ledger.entries.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(0, 2);
  });

  test('STATE-4 a step that is skipped is refused with its rule', async () => {
    const tenant = await createTenantSandbox(sandbox());
    const { milestoneId } = await createReadyMilestone(tenant);

    await expect(tenant.control.release(milestoneId)).rejects.toMatchObject({ status: 409, rule: 'STATE-4a' });
  });

  test('TICKET-5 a payment without consent is refused with its rule', async () => {
    const tenant = await createTenantSandbox(sandbox());
    const { milestoneId, buyerPhone } = await createReadyMilestone(tenant);
    await tenant.control.setConsent(buyerPhone, 'DECLINED');

    await expect(tenant.control.pay(milestoneId)).rejects.toMatchObject({ status: 409, rule: 'TICKET-5' });
  });

  test('STATE-3 with invitations, the parties accept by the control API', async () => {
    const tenant = await createTenantSandbox(sandbox());
    await tenant.control.changeSettings({ invitations: true });
    const { milestoneId, buyerPhone } = await createReadyMilestone(tenant);

    const first = await tenant.control.accept(milestoneId, buyerPhone);
    const last = await tenant.control.accept(milestoneId);

    expect([first.state, last.state]).toEqual(['CREATED', 'WAITING_FOR_PAYMENT']);
  });

  test('an unknown milestone, user and delivery are refused', async () => {
    const { control } = sandbox();

    await expect(control.milestone('nothing')).rejects.toMatchObject({ status: 404 });
    await expect(control.pay('nothing')).rejects.toMatchObject({ status: 404 });
    await expect(control.redeliver('nothing')).rejects.toMatchObject({ status: 404 });
    await expect(control.giveConsent('+966500000999')).rejects.toMatchObject({ status: 404 });
  });

  test('milestones are listed in pages and by state', async () => {
    const tenant = await createTenantSandbox(sandbox());
    const ids = [await createReadyMilestone(tenant), await createReadyMilestone(tenant)].map(
      (made) => made.milestoneId,
    );

    const first = await tenant.control.milestones({ limit: 1 });
    const second = await tenant.control.milestones({ limit: 1, cursor: first.nextCursor ?? '' });

    expect([...second.milestones, ...first.milestones].map(({ milestoneId }) => milestoneId)).toEqual(ids);
    expect((await tenant.control.milestones({ state: 'PAID' })).milestones).toEqual([]);
  });
});
