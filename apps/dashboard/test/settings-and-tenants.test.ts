import { describe, expect, test } from 'vitest';
import { usedDashboard } from './support/dashboard.ts';

const { open, sandbox, openNew } = usedDashboard();

describe('the settings of the dashboard', () => {
  test('are all there and are changed together, including those of the settlement', async () => {
    const { tenant, page } = await openNew({ path: '/settings' });

    await page.getByRole('checkbox', { name: 'Invitations' }).click();
    await page.getByLabel('Payment methods').fill('CREDIT_CARD\nWALLET');
    await page.getByLabel('Fee percentage').fill('0.025');
    await page.getByRole('checkbox', { name: 'Automatic' }).click();
    await page.getByLabel('Release after in seconds').fill('60');
    await page.getByLabel('Cash out').selectOption('OTHER');
    await page.getByRole('button', { name: 'Save the settings' }).click();
    await page.getByText('The settings are saved').waitFor();

    expect(await tenant.control.settings()).toMatchObject({
      invitations: true,
      paymentMethods: ['CREDIT_CARD', 'WALLET'],
      feePercentage: 0.025,
      requestLogLimit: 100_000,
      settlement: { automatic: true, releaseAfterInSeconds: 60, completeAfterInSeconds: 0, cashOut: 'OTHER' },
    });
  });

  test('that are refused stay in the form, with the reason', async () => {
    const { page } = await openNew({ path: '/settings' });

    await page.getByLabel('Payment methods').fill('CARD, WALLET');
    await page.getByRole('button', { name: 'Save the settings' }).click();

    await page.getByText('Name a payment method without a comma').waitFor();
    expect(await page.getByLabel('Payment methods').inputValue()).toBe('CARD, WALLET');
  });

  test('HOOK-6 have a webhook URL and a secret, which is set separately and never shown', async () => {
    const { tenant, page } = await openNew({ path: '/settings' });

    await page.getByLabel('New webhook URL').fill('http://user:password@127.0.0.1:1/events?key=secret-1');
    await page.getByRole('button', { name: 'Save the webhook' }).click();
    await page.getByRole('button', { name: 'Copy http://127.0.0.1:1/events?key=[redacted]' }).waitFor();
    await page.getByLabel('New webhook secret').fill('whsec_of_mine');
    await page.getByRole('button', { name: 'Save the webhook' }).click();
    await page.getByText('Events go to http://127.0.0.1:1/events?key=[redacted]', { exact: true }).first().waitFor();
    const shown = await page.content();
    await page.getByRole('button', { name: 'Remove the URL' }).click();
    await page.getByText('No webhook URL set').waitFor();

    expect(shown).not.toContain('secret-1');
    expect((await tenant.control.describe()).webhookUrl).toBeNull();
  });
});

describe('the tenants of the dashboard', () => {
  test('are created with credentials that are shown once, switched between, and deleted after a confirmation', async () => {
    const { page } = await open(sandbox(), { path: '/tenants' });

    await page.getByLabel('Id').fill('my-test');
    await page.getByRole('button', { name: 'Create the tenant' }).click();
    const credentials = JSON.parse(
      (await page.getByRole('region', { name: 'Credentials of my-test' }).textContent()) ?? '',
    );
    await page.getByLabel('Tenant', { exact: true }).selectOption('my-test');
    await page.getByRole('heading', { name: 'Make the first call' }).waitFor();
    await page.getByRole('link', { name: 'Tenants' }).click();
    const remove = page.getByRole('button', { name: 'Delete the tenant' });
    await remove.click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    const focusAfterwards = await page.evaluate('document.activeElement.textContent');
    await remove.click();
    await page.getByRole('button', { name: 'Delete it' }).click();
    await page.getByRole('heading', { name: 'State of default' }).waitFor();

    expect(credentials.tokens.organization).toMatch(/^org_/);
    expect(focusAfterwards).toBe('Delete the tenant');
    await page.getByRole('link', { name: /my-test/ }).waitFor({ state: 'detached' });
  });
});
