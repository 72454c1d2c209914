import { createMilestone, registerCustomer } from '@escrow-kit/sandbox/test-support/escrow-steps';
import { createReceiver } from '@escrow-kit/sandbox/test-support/receiver';
import { expect, onTestFinished, test } from 'vitest';
import { usedDashboard } from './support/dashboard.ts';
import { fillTenant } from './support/dashboard-story.ts';

const { newTenant, open } = usedDashboard();

test('the overview counts milestones, requests and deliveries as their lists do, and shows the last ten things', async () => {
  const receiver = await createReceiver();
  onTestFinished(() => receiver.close());
  receiver.answer = (response) => void response.writeHead(500).end();
  const tenant = await newTenant();
  await fillTenant(tenant, receiver.url);
  await tenant.control.setFaults([{ target: 'registerCustomer', kind: 'status', status: 503, times: 1 }]);
  await registerCustomer(tenant, '+966500000099');
  const { page, follow } = await open(tenant);
  const list = (name: string) => page.getByRole('list', { name, exact: true });
  const parts = ['Milestones by state', 'Requests by state', 'Deliveries by state'].map(list);

  const shown = await Promise.all(parts.map((part) => part.getByRole('listitem').allTextContents()));
  const counts = shown.flat().map((text): [string, number] => [text.replace(/ *\d+$/, ''), Number(/\d+$/.exec(text))]);
  const happened = await list('What happened last').getByRole('listitem').count();
  for (const [name, count] of counts) {
    await follow('');
    await page.getByRole('link', { name: new RegExp(`^${name} *${count}$`) }).click();
    await page.getByRole('heading', { level: 1, name: /^(Contracts|Requests|Deliveries)$/ }).waitFor();
    const entries = page.getByRole('main').locator('.list li');
    await expect.poll(() => entries.count(), { message: name }).toBe(count);
  }

  expect(happened).toBe(10);
  expect(Object.fromEntries(counts)).toMatchObject({ Created: 1, Completed: 1, refused: 2, failed: 1, Delivered: 0 });
});

test('what needs somebody is one list: webhooks that failed, milestones past their deadline, and those that wait longest', async () => {
  const tenant = await newTenant();
  const milestone = { deadLine: '2020-01-01T00:00:00Z', itemDetail: { title: 'Deposit', description: 'Half' } };
  await createMilestone(tenant, milestone, { itemDetail: { title: 'Villa in Riyadh', description: 'For a week' } });
  await createMilestone(tenant, { itemDetail: { title: 'Lamp', description: '' } });
  const { page } = await open(tenant);

  const rows = page.getByRole('list', { name: 'Needs somebody' }).getByRole('listitem');
  await rows.nth(1).waitFor();

  expect(await rows.allTextContents()).toEqual([
    expect.stringMatching(/Deposit.*Villa in Riyadh · its deadline was \d+ d ago/),
    expect.stringMatching(/Lamp.*waits, last changed/),
  ]);
});
