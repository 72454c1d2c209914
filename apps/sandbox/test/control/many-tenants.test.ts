import { repeats } from '@escrow-kit/suite';
import { describe, expect, test } from 'vitest';
import type { Sandbox } from '../../src/index.ts';
import { createPayableMilestone, lead } from '../support/escrow-steps.ts';
import { eachReceiver } from '../support/receiver.ts';
import { createTenantSandbox, startedSandbox } from '../support/started-sandbox.ts';

const tenantCount = repeats({ test: 3, soak: 100 });

describe('many tenants', () => {
  const sandbox = startedSandbox();
  const receiver = eachReceiver();

  test('complete contracts at the same time, and each sees only its own', async () => {
    const results = await Promise.all(
      Array.from({ length: tenantCount }, async () => {
        const tenant = await createTenantSandbox(sandbox());
        return { tenant, milestoneId: await completeContract(tenant, receiver().url) };
      }),
    );

    for (const { tenant, milestoneId } of results) {
      const { milestones } = await tenant.control.milestones();
      const { deliveries } = await tenant.control.deliveries();
      const { counts } = await tenant.control.describe();
      expect(milestones).toMatchObject([{ milestoneId, state: 'COMPLETED' }]);
      expect(deliveries.map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered']);
      expect(counts).toMatchObject({ users: 2, contracts: 1, milestones: 1, events: 3 });
    }
    expect(receiver().events).toHaveLength(3 * tenantCount);
    expect(new Set(results.map(({ milestoneId }) => milestoneId)).size).toBe(tenantCount);
    expect((await sandbox().control.describe()).counts).toMatchObject({ users: 0, milestones: 0, events: 0 });
  });
});

async function completeContract(tenant: Sandbox, webhookUrl: string): Promise<string> {
  await tenant.control.setWebhook(webhookUrl);
  const { milestoneId } = await createPayableMilestone(tenant);
  await lead(tenant, milestoneId, 'pay', 'release', 'complete');
  await tenant.control.drain();
  return milestoneId;
}
