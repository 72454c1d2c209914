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

  test('goes through the pages of a list in both directions, each from its top, and back to an opened entry', async () => {
    const tenant = await newTenant();
    await makeCalls(tenant, 51);
    const { page } = await open(tenant, { path: '/requests' });
    const entries = page.getByRole('list', { name: 'Requests' }).getByRole('link');
    const first = (await entries.first().getAttribute('href')) ?? '';
    const counts = [await entries.count()];

    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByRole('button', { name: 'Previous page' }).waitFor();
    await page.locator(`a[href="${first}"]`).waitFor({ state: 'detached' });
    counts.push(await entries.count());
    expect(await page.evaluate('scrollY')).toBe(0);
    await page.getByRole('button', { name: 'Previous page' }).click();
    await page.locator(`a[href="${first}"]`).waitFor();
    expect(new URL(page.url()).search).toBe('');
    expect(counts).toEqual([50, 1]);
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.locator(`a[href="${first}"]`).waitFor({ state: 'detached' });
    await page.goBack();
    await page.locator(`a[href="${first}"]`).waitFor();

    await entries.nth(30).click();
    await page.getByRole('heading', { name: 'createContract' }).waitFor();
    expect(await page.evaluate('scrollY')).toBe(0);
    await page.goBack();
    await expect.poll(() => page.evaluate<number>('scrollY')).toBeGreaterThan(500);
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

    await page.getByLabel('Tenant').focus();
    await page.keyboard.type('default');
    await page.waitForURL('**/dashboard/default');

    expect(await page.evaluate('document.activeElement.tagName')).toBe('SELECT');
  });
});
