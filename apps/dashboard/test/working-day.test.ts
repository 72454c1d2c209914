import type { Sandbox } from '@escrow-kit/sandbox';
import { createMilestone, registerCustomer } from '@escrow-kit/sandbox/test-support/escrow-steps';
import { createReceiver, type Receiver } from '@escrow-kit/sandbox/test-support/receiver';
import { send } from '@escrow-kit/sandbox/test-support/service-api';
import { attemptsInSeconds } from '@escrow-kit/spec';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Dashboard, usedDashboard } from './support/dashboard.ts';
import { openPurchase, type StoryMilestone } from './support/dashboard-story.ts';

/** One who begins a task at the overview. */
interface Worker {
  page: Page;
  /** Everything that is clicked counts. */
  click(target: Locator): Promise<void>;
  /** Types into the search box, to which a key leads. */
  search(text: string): Promise<void>;
  link(name: RegExp): Locator;
  list(name: string): Locator;
  button(name: string | RegExp): Locator;
  /** Waits until the clipboard has a text with this in it. */
  copied(part: string): Promise<void>;
  tenant: Sandbox;
  chair: StoryMilestone;
}

const tasks: [task: string, work: (worker: Worker) => Promise<void>][] = [
  [
    'which deliveries failed today',
    async ({ click, link, list, button, page }) => {
      await click(link(/^1 Failed deliveries$/));
      await click(button('Today'));
      await page.waitForURL(/state=failed&from=/);
      await list('Deliveries').getByText('Paid').waitFor();
    },
  ],
  ['which milestone waits longest', ({ list }) => list('Milestones that wait longest').getByText('Lamp').waitFor()],
  ['which milestones are overdue', ({ list }) => list('Milestones past their deadline').getByText('Lamp').waitFor()],
  [
    'copy the milestone id of an order',
    async ({ click, search, button, copied, chair }) => {
      await search('walnut');
      await click(button('Copy the id of Walnut chair'));
      await copied(chair.milestoneId);
    },
  ],
  [
    'what happens in the next hour',
    async ({ click, link, list }) => {
      await click(link(/^Clock/));
      await list('Due').getByText('Automatic release').waitFor();
    },
  ],
  [
    'why a call was refused',
    async ({ click, link, list, page }) => {
      await click(link(/^1 Calls refused/));
      await click(list('Requests').getByRole('link'));
      await page.getByText('It breaks the rule AUTH-4').waitFor();
    },
  ],
  [
    'how many calls were refused in the last hour',
    async ({ click, link, button, page }) => {
      await click(link(/^1 Calls refused/));
      await click(button('Last hour'));
      await page.getByText('Requests: 1').waitFor();
    },
  ],
  [
    'copy the curl of a refused call',
    async ({ click, link, button, copied }) => {
      await click(link(/^1 Calls refused/));
      await click(button('Copy createContract as curl'));
      await copied('curl -X POST');
    },
  ],
  [
    'the contract of a phone number',
    async ({ click, search, list, page, chair }) => {
      await search(chair.buyerPhone);
      await click(list('Contracts').getByRole('link'));
      await page.getByRole('heading', { name: 'Walnut chair' }).waitFor();
    },
  ],
  [
    'send a failed delivery again',
    async ({ click, link, button, page, tenant }) => {
      await click(link(/^1 Failed deliveries$/));
      await click(button('Send PAID again'));
      await page.getByText('No delivery matches these filters.').waitFor();
      // It fails again, as the other tasks expect.
      await tenant.control.advance(attemptsInSeconds.at(-1) ?? 0);
    },
  ],
];

const { newTenant, open, page: sharedPage } = usedDashboard();

describe('a working day with the dashboard', () => {
  let receiver: Receiver;
  let tenant: Sandbox;
  let dashboard: Dashboard;
  let chair: StoryMilestone;
  beforeAll(async () => {
    receiver = await createReceiver();
    receiver.answer = (response) => void response.writeHead(500).end();
    tenant = await newTenant();
    const { control } = tenant;
    await control.freeze();
    // Noon, because a day that ends during the test would begin another today.
    await control.advance(Math.ceil((new Date().setHours(36, 0, 0, 0) - Date.now()) / 1000));
    await control.setWebhook(receiver.url);
    await control.changeSettings({ settlement: { automatic: true, releaseAfterInSeconds: 1800 } });
    const details = { deadLine: '2020-01-01T00:00:00Z', itemDetail: { title: 'Lamp', description: '' } };
    await createMilestone(tenant, details);
    await control.advance(60);
    chair = await openPurchase(tenant, { title: 'Walnut chair' });
    await control.pay(chair.milestoneId);
    await control.advance(attemptsInSeconds.at(-1) ?? 0);
    await send(tenant, 'createContract', { token: 'organization', body: {} });
    await registerCustomer(tenant, '+966500000099');
    dashboard = await open(tenant);
  });
  afterAll(() => receiver.close());

  test.each(tasks)('takes at most two clicks: %s', async (_, work) => {
    const { page, follow } = dashboard;
    await sharedPage().context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await follow('');
    let clicks = 0;

    await work({
      page,
      click: async (target) => {
        clicks += 1;
        await target.click();
      },
      search: async (text) => {
        await page.keyboard.press('/');
        await page.keyboard.insertText(text);
        await page.getByRole('heading', { name: `Search: ${text}` }).waitFor();
      },
      link: (name) => page.getByRole('link', { name }),
      list: (name) => page.getByRole('list', { name, exact: true }),
      button: (name) => page.getByRole('button', { name }),
      copied: (part) => expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toContain(part),
      tenant,
      chair,
    });

    expect(clicks).toBeLessThanOrEqual(2);
  });
});
