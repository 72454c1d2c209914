import { describe, expect, test } from 'vitest';
import { createReadyMilestone } from '../support/escrow-steps.ts';
import { createTenantSandbox, startedSandbox, stores } from '../support/started-sandbox.ts';

describe.each(stores)('milestones by the control API on %s', (store) => {
  const sandbox = startedSandbox(store);

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
