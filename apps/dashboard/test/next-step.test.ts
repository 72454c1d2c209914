import {
  registerCustomer,
  requestTicket,
  shortIdOf,
  startPayment,
} from '@escrow-kit/sandbox/test-support/escrow-steps';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { usedDashboard } from './support/dashboard.ts';
import { openPurchase } from './support/dashboard-story.ts';

const { open, page: sharedPage, sandbox, openNew } = usedDashboard();

describe('the next step on the overview', () => {
  beforeEach(() => sandbox().control.reset());

  test('of an empty tenant is the first call with the public credentials, which is copied', async () => {
    await sharedPage().context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const { page } = await open(sandbox());
    await page.getByRole('heading', { name: 'Make the first call' }).waitFor();

    await page.getByRole('button', { name: 'Copy the next step' }).click();
    await page.getByText('Copied').waitFor();
    const answer = await run(await page.evaluate('navigator.clipboard.readText()'));

    expect(answer.status).toBe(200);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByRole('link', { name: /^Requests 1/ }).waitFor();
  });

  test('has words for credentials that are no longer known', async () => {
    const { tenant, page } = await openNew();

    const curl = await page.getByRole('region', { name: 'curl' }).textContent();

    expect(curl).toContain('Bearer ORGANIZATION_TOKEN');
    expect(curl).not.toContain(tenant.credentials.tokens.organization);
  });

  test('leads from the buyer to a milestone with its parties by the shown commands', async () => {
    await registerCustomer(sandbox(), '+966500000001');
    const { page } = await open(sandbox());

    const statuses = [
      await follow(page, 'Register the seller'),
      await follow(page, "Add the seller's bank account"),
      await follow(page, "Add the seller's address"),
      await follow(page, 'Create the contract'),
      await follow(page, 'Add a milestone'),
      await follow(page, 'Add the parties'),
    ];
    await page.getByRole('heading', { name: 'Next step: Start the payment' }).waitFor();

    expect(statuses).toEqual(statuses.map(() => 200));
    expect((await sandbox().control.milestones()).milestones).toMatchObject([{ state: 'WAITING_FOR_PAYMENT' }]);
  });

  test('leads from the parties to a settled milestone by the shown commands', async () => {
    await sandbox().control.changeSettings({ invitations: true });
    onTestFinished(() => void sandbox().control.changeSettings({ invitations: false }));
    const { milestoneId } = await openPurchase(sandbox());
    const { page } = await open(sandbox());

    await page.getByText('7 of 13 steps').waitFor();
    const statuses = [await follow(page, 'Let the parties accept'), await follow(page, 'Start the payment')];
    await page.getByText('9 of 13 steps').waitFor();
    statuses.push(await follow(page, 'Ask for a ticket'));
    await page.getByRole('link', { name: 'Open the checkout' }).waitFor();
    await sandbox().control.pay(milestoneId);
    statuses.push(await follow(page, 'Release the money'), await follow(page, 'Complete'));
    await page.getByRole('heading', { name: /^Next step/ }).waitFor({ state: 'detached' });

    expect(statuses).toEqual(statuses.map(() => 200));
    expect((await sandbox().control.milestone(milestoneId)).state).toBe('COMPLETED');
  });

  test('asks for a ticket of the first milestone, though another milestone’s was requested at the same time', async () => {
    await sandbox().control.freeze();
    await startPayment(sandbox(), await openPurchase(sandbox()));
    const second = await openPurchase(sandbox());
    const { data } = (await startPayment(sandbox(), second)).body;
    await requestTicket(sandbox(), { phone: second.buyerPhone, shortId: shortIdOf(data) });

    const { page } = await open(sandbox());

    expect(await follow(page, 'Ask for a ticket')).toBe(200);
    await page.getByRole('heading', { name: 'Next step: Pay at the checkout' }).waitFor();
  });
});

/** Does what the overview shows as the next step, and returns the status of the answer. */
async function follow(page: Page, title: string): Promise<number> {
  await page.getByRole('heading', { name: `Next step: ${title}` }).waitFor();
  // While the page looks again, an id that it does not know yet has a placeholder.
  const command = page.getByRole('region', { name: 'curl' }).filter({ hasNotText: /<\w+>/ });
  return (await run((await command.textContent()) ?? '')).status;
}

/** Does what curl would do with a shown command. */
function run(command: string): Promise<Response> {
  const [, method = '', url = ''] = /^curl -X (\w+) '([^']+)'/.exec(command) ?? [];
  const valuesOf = (flag: string) =>
    [...command.matchAll(new RegExp(`${flag} '([^']*)'`, 'g'))].map(([, value]) => value ?? '');
  const headers = valuesOf('-H').map((line) => line.split(': ') as [string, string]);
  const fields = valuesOf('--data-urlencode').map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]);
  const body = fields.length > 0 ? new URLSearchParams(fields) : valuesOf('-d')[0];
  return fetch(url, { method, headers, ...(body !== undefined && { body }) });
}
