import { describe, expect, test } from 'vitest';
import { usedDashboard } from './support/dashboard.ts';
import { openPurchase } from './support/dashboard-story.ts';

const { open, openNew, sandbox } = usedDashboard();

describe('the menu of the tenant', () => {
  test('HOOK-6 sets and removes the webhook URL, whose secret parts it never shows', async () => {
    const { tenant, page } = await openNew();
    await page.getByRole('button', { name: /^Tenant/ }).click();

    await page.getByLabel('Webhook URL').fill('http://user:password@127.0.0.1:1/events?key=secret-1');
    await page.getByRole('button', { name: 'Save the URL' }).click();
    await page.getByRole('button', { name: 'Copy http://127.0.0.1:1/events?key=[redacted]' }).waitFor();
    const shown = await page.content();
    await page.getByRole('button', { name: 'Remove the URL' }).click();
    await page.getByText('None is set.').waitFor();

    expect(shown).not.toContain('secret-1');
    expect((await tenant.control.describe()).webhookUrl).toBeNull();
  });

  test('creates a tenant, whose credentials it shows once, and switches to it', async () => {
    const { page } = await open(sandbox());
    await page.getByRole('button', { name: /^Tenant/ }).click();

    await page.getByLabel('New tenant').fill('my-test');
    await page.getByRole('button', { name: 'Create the tenant' }).click();
    const credentials = JSON.parse(
      (await page.getByRole('region', { name: 'Credentials of my-test' }).textContent()) ?? '',
    );
    await page.getByRole('combobox', { name: 'Tenant' }).selectOption('my-test');
    await page.getByText('Activity in tenant my-test').waitFor();

    expect(credentials.tokens.organization).toMatch(/^org_/);
    await fetch(`${sandbox().url}/_sandbox/tenants/my-test`, { method: 'DELETE' });
  });

  test('resets the tenant after a confirmation', async () => {
    const { tenant, page } = await openNew();
    await openPurchase(tenant);
    await page.getByRole('button', { name: /^Tenant/ }).click();
    const reset = page.getByRole('button', { name: `Reset ${tenant.control.tenant}` });

    page.once('dialog', (dialog) => dialog.dismiss());
    await reset.click();
    const before = await tenant.control.describe();
    page.once('dialog', (dialog) => dialog.accept());
    await reset.click();
    await page.getByText(`${tenant.control.tenant} is empty`).waitFor();

    expect(before.counts.milestones).toBe(1);
    expect((await tenant.control.describe()).counts.milestones).toBe(0);
  });
});
