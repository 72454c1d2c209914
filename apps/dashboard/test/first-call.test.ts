import { usedPage } from '@escrow-kit/sandbox/test-support/browser';
import { takeScreenshot } from '@escrow-kit/sandbox/test-support/screenshot';
import { startedSandbox } from '@escrow-kit/sandbox/test-support/started-sandbox';
import { createTenantSandbox } from '@escrow-kit/sandbox/test-support/tenant-sandbox';
import { describe, expect, test } from 'vitest';
import { runCurl } from './support/curl.ts';
import { openDashboard } from './support/dashboard.ts';

const sharedPage = usedPage();

describe('an empty tenant', () => {
  const sandbox = startedSandbox('SQLite');

  test('shows the first call with the public credentials, and the call when it was made', async () => {
    await sharedPage().context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const { page } = await openDashboard(sharedPage(), sandbox());
    await page.getByRole('heading', { name: 'Make the first call' }).waitFor();
    await takeScreenshot(page, 'dashboard-first-call');
    await page.getByRole('button', { name: 'Copy the next step' }).click();
    await page.getByText('Copied').waitFor();
    const response = await runCurl(await page.evaluate('navigator.clipboard.readText()'));

    expect(response.status).toBe(200);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByRole('link', { name: /^Requests 1/ }).waitFor();
    expect((await sandbox().control.users()).users).toHaveLength(1);
  });

  test('whose credentials are no longer known has placeholders for them', async () => {
    const tenant = await createTenantSandbox(sandbox());
    const { page } = await openDashboard(sharedPage(), tenant);

    const curl = await page.getByRole('region', { name: 'curl' }).textContent();

    expect(curl).toContain('Bearer ORGANIZATION_TOKEN');
    expect(curl).not.toContain(tenant.credentials.tokens.organization);
  });
});
