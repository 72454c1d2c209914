import type { Sandbox } from '@escrow-kit/sandbox';
import { createMilestone, registerCustomer } from '@escrow-kit/sandbox/test-support/escrow-steps';
import { createReceiver, type Receiver } from '@escrow-kit/sandbox/test-support/receiver';
import { send } from '@escrow-kit/sandbox/test-support/service-api';
import { attemptsInSeconds } from '@escrow-kit/spec';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Dashboard, usedDashboard } from './support/dashboard.ts';
import { openPurchase, type StoryMilestone } from './support/dashboard-story.ts';
import { dayTasks } from './support/day-tasks.ts';

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

  test.each(dayTasks)('$task: $clicks clicks', async ({ clicks: expected, work }) => {
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

    expect(clicks).toBe(expected);
  });

  test('takes at most two clicks a task', () => {
    expect(dayTasks.filter(({ clicks }) => clicks > 2)).toEqual([]);
  });
});
