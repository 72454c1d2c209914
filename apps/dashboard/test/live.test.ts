import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '@escrow-kit/sandbox';
import { findViolations } from '@escrow-kit/sandbox/test-support/accessibility';
import { send } from '@escrow-kit/sandbox/test-support/service-api';
import { attemptsInSeconds } from '@escrow-kit/spec';
import type { Request } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { usedDashboard } from './support/dashboard.ts';
import { openPurchase } from './support/dashboard-story.ts';

const { newTenant, open, page: sharedPage } = usedDashboard();

/** How often a page reads again what it shows. */
const intervalInMs = 1000;

describe('the dashboard is live', () => {
  test('the number of failed deliveries is beside their link, in one line', async () => {
    const tenant = await newTenant();
    const { milestoneId } = await openPurchase(tenant);
    await tenant.control.freeze();
    await tenant.control.setFaults([{ target: 'webhook', kind: 'drop' }]);
    await tenant.control.setWebhook('http://127.0.0.1:1/');
    await tenant.control.pay(milestoneId);
    await tenant.control.drain();
    await tenant.control.advance(attemptsInSeconds.at(-1) ?? 0);
    const { page } = await open(tenant);

    const link = page.getByRole('link', { name: /^Deliveries Failed: 1/ });

    expect((await link.boundingBox())?.height).toBeLessThan(45);
  });

  test('a state, a delivery and the clock appear without a reload', async () => {
    const tenant = await newTenant();
    const { milestoneId } = await openPurchase(tenant);
    const { page } = await open(tenant, { path: `/contracts/${milestoneId}` });
    await page.getByText('Live', { exact: true }).waitFor();

    await tenant.control.pay(milestoneId);
    await page.getByText('holds 1,000.00', { exact: true }).waitFor();
    await page.getByRole('list', { name: 'Deliveries' }).getByText('PAID').waitFor();
    await page.getByRole('list', { name: 'Deliveries' }).getByText('No webhook URL set').waitFor();
    await tenant.control.setWebhook('http://127.0.0.1:1/');
    await tenant.control.freeze();
    await page.getByRole('list', { name: 'Deliveries' }).getByText('No webhook URL set').waitFor({ state: 'detached' });

    await page.getByText('Frozen', { exact: true }).waitFor();
  });

  test('reads again what it shows while the tab is in front, and nothing in the background', async () => {
    const { page } = await open(await newTenant(), { path: '/requests' });
    await page.getByText('Live', { exact: true }).waitFor();
    const paths: string[] = [];
    const record = (request: Request) => paths.push(new URL(request.url()).pathname.replace(/^.*tenants/, ''));
    const setHidden = (isHidden: boolean) =>
      page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${isHidden ? 'hidden' : 'visible'}', configurable: true });
        dispatchEvent(new Event('visibilitychange'))`);
    onTestFinished(async () => {
      page.off('request', record);
      await page.evaluate('delete document.visibilityState');
    });

    await setHidden(true);
    page.on('request', record);
    await page.waitForTimeout(1.5 * intervalInMs);
    const hidden = paths.splice(0);
    await setHidden(false);
    await expect.poll(() => paths.some((path) => path.endsWith('/requests'))).toBe(true);

    expect(hidden).toEqual([]);
    expect(paths.filter((path) => path.endsWith('/service'))).toEqual([]);
  });

  test('after a restart of the sandbox it shows what it missed', async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'escrow-dashboard-'));
    onTestFinished(() => rm(dataFolder, { recursive: true, force: true }));
    const first = await startSandbox({ dataFolder });
    await openPurchase(first);
    const { page } = await open(first, { path: '/requests' });
    await page.getByText('Live', { exact: true }).waitFor();

    await first.close();
    await page.getByText('Reconnecting').waitFor();
    const second = await startSandbox({ dataFolder, port: Number(new URL(first.url).port) });
    onTestFinished(() => second.close());
    await send(second, 'createContract', { token: 'organization', body: {} });

    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByRole('list', { name: 'Requests' }).getByText('AUTH-4').waitFor();
  });

  test('asks no more for a tenant that is deleted, lists the others, and shows one again that is made anew', async () => {
    const tenant = await newTenant();
    const other = await newTenant();
    await openPurchase(tenant);
    const { page } = await open(tenant);
    await page.getByText('Live', { exact: true }).waitFor();
    await tenant.control.deleteTenant();
    await page.getByText('No such tenant', { exact: true }).waitFor();
    await page.getByRole('heading', { name: `There is no tenant ${tenant.control.tenant}` }).waitFor();
    await page.getByRole('button', { name: 'Choose or create a tenant' }).click();
    const choice = page.getByRole('combobox', { name: 'Tenant' });
    await choice.getByRole('option', { name: tenant.control.tenant, exact: true }).waitFor({ state: 'detached' });
    const chosen = await choice.inputValue();
    const targets: string[] = [];
    const record = (request: Request) => targets.push(request.url().replace(tenant.url, ''));
    page.on('request', record);
    await expect.poll(() => targets.length).toBeGreaterThan(1);
    page.off('request', record);
    await tenant.control.createTenant(tenant.control.tenant);
    await page.evaluate("dispatchEvent(new Event('visibilitychange'))");
    await page.getByText('Live', { exact: true }).waitFor();

    expect(chosen).toBe('');
    expect(new Set(targets)).toEqual(new Set(['/_sandbox/tenants?limit=1000']));
    await choice.selectOption(other.control.tenant);
    await page.getByText('Live', { exact: true }).waitFor();
  });

  test('says that the sandbox does not answer, and keeps what it showed', async () => {
    const own = await startSandbox();
    await openPurchase(own);
    const { page } = await open(own, { path: '/clock' });

    await own.close();
    await page.getByRole('button', { name: '1 hour' }).click();

    await page.getByText('Reconnecting').waitFor();
    await page.getByText('The sandbox does not answer. Is it still running?').first().waitFor();
    expect(await page.getByRole('button', { name: 'Freeze' }).count()).toBe(1);
  });
});

describe('a sandbox with a control token', () => {
  test('asks for it, refuses a wrong one, and is live with the right one until the tab is closed', async () => {
    const own = await startSandbox({ controlToken: 'control-token-1' });
    onTestFinished(() => own.close());
    const page = sharedPage();
    await page.goto(own.url);

    await page.getByLabel('Control token').fill('control-token-2');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('The sandbox does not know this token').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByLabel('Control token').fill('a letter beyond ASCII: é');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.locator('input:invalid').waitFor();
    await page.getByLabel('Control token').fill('control-token-1');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Live', { exact: true }).waitFor();
    await page.reload();
    await page.getByText('Live', { exact: true }).waitFor();

    const other = await page.context().newPage();
    await other.goto(own.url);
    await other.getByLabel('Control token').waitFor();
  });
});
