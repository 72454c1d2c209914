import { describe, expect, test } from 'vitest';
import { ControlError } from '../../src/index.ts';
import { tenantTableNames } from '../../src/store/tables.ts';
import { createPaidMilestone, createReadyMilestone } from '../support/escrow-steps.ts';
import { send } from '../support/service-api.ts';
import { createTenantSandbox, startedService } from '../support/started-sandbox.ts';

describe('tenants', () => {
  const started = startedService();

  test('an id that is taken is refused', async () => {
    const { control } = started().sandbox;
    await control.createTenant('twice');

    await expect(control.createTenant('twice')).rejects.toMatchObject({ status: 409 });
    await expect(control.createTenant('Not An Id')).rejects.toBeInstanceOf(ControlError);
  });

  test('if two calls create the same id at once, one is refused', async () => {
    const { control } = started().sandbox;

    const results = await Promise.allSettled([control.createTenant('race'), control.createTenant('race')]);

    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('a removed tenant leaves no row behind, and its tokens are unknown', async () => {
    const { service, sandbox } = started();
    const tenant = await createTenantSandbox(sandbox, 'removed');
    await createPaidMilestone(tenant);

    await tenant.control.deleteTenant();

    for (const table of tenantTableNames) {
      expect(service.store.count(table, { tenantId: 'removed' }), table).toBe(0);
    }
    await expect(tenant.control.describe()).rejects.toMatchObject({ status: 404 });
    expect((await send(tenant, 'registerCustomer', { body: {} })).status).toBe(401);
  });

  test("the default tenant can't be removed", async () => {
    await expect(started().sandbox.control.deleteTenant()).rejects.toMatchObject({ status: 409 });
  });

  test('the tenants are listed by id', async () => {
    const { control } = started().sandbox;
    await control.createTenant('zz-2');
    await control.createTenant('zz-1');

    const { tenants, hasMore } = await control.tenants();

    expect(tenants.map(({ id }) => id).slice(-2)).toEqual(['zz-1', 'zz-2']);
    expect(hasMore).toBe(false);
  });

  test('a tenant is created with credentials that open the service to it', async () => {
    const tenant = await createTenantSandbox(started().sandbox, 'shop-1');

    const { status } = await send(tenant, 'registerCustomer', { body: { phoneNumber: '+966500000001' } });

    expect(status).toBe(200);
    expect(await tenant.control.describe()).toMatchObject({ id: 'shop-1', counts: { users: 1 } });
  });

  test('a reset keeps credentials, settings and webhook, and nothing else', async () => {
    const tenant = await createTenantSandbox(started().sandbox);
    await createReadyMilestone(tenant);
    await tenant.control.changeSettings({ feePercentage: 0.1 });
    await tenant.control.setWebhook('http://127.0.0.1:1/events');
    await tenant.control.setFaults([{ target: 'createContract', kind: 'reset' }]);
    await tenant.control.freeze();

    await tenant.control.reset();

    const { counts, settings, webhookUrl, clock } = await tenant.control.describe();
    expect(Object.values(counts).every((count) => count === 0)).toBe(true);
    expect({ fee: settings.feePercentage, webhookUrl, isFrozen: clock.isFrozen }).toEqual({
      fee: 0.1,
      webhookUrl: 'http://127.0.0.1:1/events',
      isFrozen: false,
    });
    expect(await tenant.control.faults()).toEqual([]);
    await createReadyMilestone(tenant);
  });
});
