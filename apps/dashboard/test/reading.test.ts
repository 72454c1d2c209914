import type { Sandbox } from '@escrow-kit/sandbox';
import { parentRequest } from '@escrow-kit/sandbox/test-support/escrow-steps';
import { send } from '@escrow-kit/sandbox/test-support/service-api';
import { describe, expect, test } from 'vitest';
import { usedDashboard } from './support/dashboard.ts';
import { openPurchase } from './support/dashboard-story.ts';

const { newTenant, open, openNew } = usedDashboard();

describe('a reader of the dashboard', () => {
  async function makeCalls(tenant: Sandbox, count: number): Promise<void> {
    for (let call = 0; call < count; call += 1) await send(tenant, 'createContract', { body: parentRequest() });
  }

  test('sees no other entry under the pointer, and the new ones on demand', async () => {
    const tenant = await newTenant();
    await makeCalls(tenant, 3);
    const { page } = await open(tenant, { path: '/requests' });
    await page.getByText('Live', { exact: true }).waitFor();
    const entries = page.getByRole('list', { name: 'Requests' }).getByRole('link');
    const address = await entries.first().getAttribute('href');

    await entries.first().hover();
    await makeCalls(tenant, 2);
    await page.getByRole('button', { name: 'Show 2 new' }).waitFor();

    expect(await entries.first().getAttribute('href')).toBe(address);
    await page.getByRole('button', { name: 'Show 2 new' }).click();
    await entries.nth(4).waitFor();
    expect(await entries.nth(2).getAttribute('href')).toBe(address);
  });

  test('opens an entry at its top, and comes back to where it was', async () => {
    const tenant = await newTenant();
    await makeCalls(tenant, 40);
    const { page } = await open(tenant, { path: '/requests' });

    await page.getByRole('list', { name: 'Requests' }).getByRole('link').nth(30).click();
    await page.getByRole('heading', { name: 'createContract' }).waitFor();
    const top = await page.evaluate('scrollY');
    await page.goBack();

    await expect.poll(() => page.evaluate<number>('scrollY')).toBeGreaterThan(500);
    expect(top).toBe(0);
  });

  test('never sees what another tenant holds, however late an answer comes', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()];
    await openPurchase(tenant, { title: 'Of one tenant' });
    await openPurchase(other, { title: 'Of the other tenant' });
    const { page } = await open(tenant, { path: '/contracts' });
    const late = Promise.withResolvers<void>();
    await page.route(`**/tenants/${other.control.tenant}/milestones*`, async (route) => {
      await late.promise;
      await route.continue();
    });

    await page.evaluate(`history.pushState(null, '', '/dashboard/${other.control.tenant}/contracts')`);
    await page.getByText('Loading…').waitFor();

    expect(await page.getByText('Of one tenant').count()).toBe(0);
    late.resolve();
    await page.getByText('Of the other tenant').waitFor();
  });

  test('sees that the tenant was deleted meanwhile, and none of its data any more', async () => {
    const tenant = await newTenant();
    await openPurchase(tenant);
    const { page } = await open(tenant);
    await page.getByText('Live', { exact: true }).waitFor();

    await fetch(`${tenant.url}/_sandbox/tenants/${tenant.control.tenant}`, { method: 'DELETE' });
    await page.getByRole('heading', { name: `There is no tenant ${tenant.control.tenant}` }).waitFor();

    expect(await page.getByText('Handmade table').count()).toBe(0);
    await page.getByRole('link', { name: 'Show the default tenant' }).click();
    await page.getByText('Live', { exact: true }).waitFor();
  });

  test('can continue choosing a tenant with the keyboard', async () => {
    const { page } = await openNew();
    await page.getByText('Live', { exact: true }).waitFor();

    await page.getByRole('button', { name: /^Tenant/ }).click();
    await page.getByRole('combobox', { name: 'Tenant' }).focus();
    await page.keyboard.type('default');
    await page.waitForURL('**/dashboard/default');

    expect(await page.evaluate('document.activeElement.tagName')).toBe('SELECT');
  });
});
