import { usedPage } from '@escrow-kit/sandbox/test-support/browser';
import {
  registerCustomer,
  requestTicket,
  shortIdOf,
  startPayment,
} from '@escrow-kit/sandbox/test-support/escrow-steps';
import { takeScreenshot } from '@escrow-kit/sandbox/test-support/screenshot';
import { send } from '@escrow-kit/sandbox/test-support/service-api';
import { registerSeller } from '@escrow-kit/sandbox/test-support/settlement-steps';
import { startedSandbox } from '@escrow-kit/sandbox/test-support/started-sandbox';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { runCurl } from './support/curl.ts';
import { openDashboard } from './support/dashboard.ts';
import { openPurchase } from './support/dashboard-story.ts';

const sharedPage = usedPage();

describe('the next step on the overview', () => {
  const sandbox = startedSandbox('SQLite');

  beforeEach(() => sandbox().control.reset());

  test('leads from the first customer to a seller who can be paid, by the shown commands', async () => {
    await send(sandbox(), 'registerCustomer', { body: { phoneNumber: '+966500000001', firstName: 'Basil' } });
    const { page } = await openDashboard(sharedPage(), sandbox(), { reload: true });

    const statuses = [
      await follow(page, 'Register the seller'),
      await follow(page, "Add the seller's bank account"),
      await follow(page, "Add the seller's address"),
    ];
    await page.getByRole('heading', { name: 'Next step: Create the contract' }).waitFor();

    expect(statuses).toEqual([200, 200, 200]);
  });

  test('leads from buyer and seller to a milestone with its parties by the shown commands', async () => {
    await registerCustomer(sandbox(), '+966500000001');
    await registerSeller(sandbox(), '+966500000002');
    const { page } = await openDashboard(sharedPage(), sandbox(), { reload: true });

    const statuses = [await follow(page, 'Create the contract'), await follow(page, 'Add a milestone')];
    await page.getByRole('heading', { name: 'Next step: Add the parties' }).waitFor();
    await takeScreenshot(page, 'dashboard-next-step');
    statuses.push(await follow(page, 'Add the parties'));
    await page.getByRole('heading', { name: 'Next step: Start the payment' }).waitFor();

    expect(statuses).toEqual([200, 200, 200]);
    expect((await sandbox().control.milestones()).milestones).toMatchObject([{ state: 'WAITING_FOR_PAYMENT' }]);
  });

  test('leads from the parties to the checkout by the shown commands', async () => {
    await openPurchase(sandbox());
    const { page } = await openDashboard(sharedPage(), sandbox(), { reload: true });

    const statuses = [await follow(page, 'Start the payment'), await follow(page, 'Ask for a ticket')];
    await page.getByRole('link', { name: 'Open the checkout' }).waitFor();

    expect(statuses).toEqual([200, 200]);
  });

  test('asks for a ticket of the newest milestone, though another milestone’s was requested at the same time', async () => {
    await sandbox().control.freeze();
    const first = await openPurchase(sandbox());
    const { data } = (await startPayment(sandbox(), first)).body;
    await requestTicket(sandbox(), { phone: first.buyerPhone, shortId: shortIdOf(data) });
    await startPayment(sandbox(), await openPurchase(sandbox()));

    const { page } = await openDashboard(sharedPage(), sandbox(), { reload: true });

    await page.getByRole('heading', { name: 'Next step: Ask for a ticket' }).waitFor();
    expect(await follow(page, 'Ask for a ticket')).toBe(200);
    await page.getByRole('heading', { name: 'Next step: Pay at the checkout' }).waitFor();
  });

  test('leads from the payment to a settled milestone by the shown commands', async () => {
    const { milestoneId } = await openPurchase(sandbox());
    await sandbox().control.pay(milestoneId);
    const { page } = await openDashboard(sharedPage(), sandbox(), { reload: true });

    const statuses = [await follow(page, 'Release the money'), await follow(page, 'Complete')];
    await page.getByRole('heading', { name: /^Next step/ }).waitFor({ state: 'detached' });

    expect(statuses).toEqual([200, 200]);
    expect((await sandbox().control.milestones()).milestones).toMatchObject([{ state: 'COMPLETED' }]);
  });
});

/** Does what the overview shows as the next step, and returns the status of the answer. */
async function follow(page: Page, title: string): Promise<number> {
  await page.getByRole('heading', { name: `Next step: ${title}` }).waitFor();
  // While the page looks again, an id that it does not know yet has a placeholder.
  const command = page.getByRole('region', { name: 'curl' }).filter({ hasNotText: /<\w+>/ });
  return (await runCurl((await command.textContent()) ?? '')).status;
}
