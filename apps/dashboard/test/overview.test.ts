import { createMilestone, registerCustomer } from '@escrow-kit/sandbox/test-support/escrow-steps';
import { createReceiver } from '@escrow-kit/sandbox/test-support/receiver';
import { expect, onTestFinished, test } from 'vitest';
import { usedDashboard } from './support/dashboard.ts';
import { fillTenant, openPurchase } from './support/dashboard-story.ts';

const { newTenant, open } = usedDashboard();

test('the overview of a tenant with a settled milestone says what its milestones, requests and deliveries are at, and what needs somebody', async () => {
  const receiver = await createReceiver();
  onTestFinished(() => receiver.close());
  receiver.answer = (response) => void response.writeHead(500).end();
  const tenant = await newTenant();
  await fillTenant(tenant, receiver.url);
  const { page, follow } = await open(tenant);

  const list = (name: string) => page.getByRole('list', { name, exact: true });
  const states = await list('Milestones by state').getByRole('listitem').allTextContents();

  expect(states.map((text) => text.replaceAll(/\D/g, ''))).toEqual(['1', '1', '1', '1', '1']);
  await page.getByRole('link', { name: /^\d Pending deliveries$/ }).waitFor();
  expect(await list('What happened last').getByRole('listitem').count()).toBe(10);
  await list('Requests by time').getByRole('link').last().click();
  await list('Requests').getByText('registerCustomer').first().waitFor();
  await follow('');
  await tenant.control.setFaults([{ target: 'registerCustomer', kind: 'status', status: 503 }]);
  await registerCustomer(tenant, '+966500000099');
  await page.getByRole('link', { name: /^failed *1/ }).click();
  await list('Requests').getByText('503').waitFor();
  await page.getByText('Requests: 1').waitFor();
  await follow('');
  await page.getByRole('link', { name: /^refused *3/ }).click();
  await page.getByText('Requests: 3').waitFor();
  await follow('');
  await list('Milestones by state')
    .getByRole('link', { name: /Completed/ })
    .click();
  await page.getByText('Handmade table').waitFor();
  expect(await list('Contracts').getByRole('listitem').count()).toBe(1);
});

test('a milestone that waits or is late is told with the title of its contract', async () => {
  const tenant = await newTenant();
  const milestone = { deadLine: '2020-01-01T00:00:00Z', itemDetail: { title: 'Deposit', description: 'Half' } };
  await createMilestone(tenant, milestone, { itemDetail: { title: 'Villa in Riyadh', description: 'For a week' } });
  const { page } = await open(tenant);

  for (const name of ['Milestones past their deadline', 'Milestones that wait longest']) {
    const row = page.getByRole('list', { name }).getByRole('link', { name: /Deposit/ });
    expect(await row.textContent()).toContain('Villa in Riyadh · ');
  }
});

test('the guide keeps to the first milestone, folds when one is settled, and can be put away', async () => {
  const tenant = await newTenant();
  const { milestoneId } = await openPurchase(tenant, { title: 'The first' });
  const { page, goTo } = await open(tenant);
  const next = page.getByRole('heading', { name: /^Next step/ });
  const credentials = page.getByText(/^Replace the words in capital letters/);

  await page.getByRole('heading', { name: 'Next step: Start the payment' }).waitFor();
  await openPurchase(tenant, { title: 'The second' });
  await page.getByRole('heading', { name: 'Next step: Start the payment' }).waitFor();
  await credentials.waitFor();
  await tenant.control.pay(milestoneId);
  await page.getByRole('heading', { name: 'Next step: Release the money' }).waitFor();
  expect(await credentials.count()).toBe(0);
  await tenant.control.release(milestoneId);
  await tenant.control.complete(milestoneId);
  await next.waitFor({ state: 'detached' });

  const folded = page.getByText('The way to the first settled milestone');
  await folded.click();
  await page.getByRole('button', { name: 'Put the guide away' }).click();
  await folded.waitFor({ state: 'detached' });
  await goTo('');
  await page.getByRole('list', { name: 'Milestones by state' }).waitFor();
  expect(await folded.count()).toBe(0);
});
