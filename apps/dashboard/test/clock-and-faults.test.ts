import { eachReceiver } from '@escrow-kit/sandbox/test-support/receiver';
import { attemptsInSeconds } from '@escrow-kit/spec';
import { describe, expect, onTestFinished, test } from 'vitest';
import { usedDashboard } from './support/dashboard.ts';
import { openPurchase } from './support/dashboard-story.ts';

const { newTenant, open, openNew } = usedDashboard();

const [, firstRetry = 0] = attemptsInSeconds;
const lastRetry = attemptsInSeconds.at(-1) ?? 0;

/** A time to type into a field, in the time zone of this machine. */
function localText(at: number): string {
  return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

describe('the clock of the dashboard', () => {
  const receiver = eachReceiver();

  test('HOOK-4 is frozen, advanced through the retries, and resumed', async () => {
    receiver().answer = (response) => void response.writeHead(500).end();
    const { tenant, page } = await openNew({ path: '/clock' });
    const running = page.getByRole('banner').getByRole('link', { name: /^Clock.*\d/ });
    const before = await running.textContent();
    await expect.poll(() => running.textContent()).not.toBe(before);
    await page.getByRole('button', { name: 'Freeze' }).click();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    const { milestoneId } = await openPurchase(tenant);
    await tenant.control.setWebhook(receiver().url);
    await tenant.control.pay(milestoneId);
    await tenant.control.drain();

    await page.getByRole('button', { name: new RegExp(`^${firstRetry} second`) }).click();
    await page.getByText('Attempt 3 of Paid PAID').waitFor();
    await page.getByLabel('Seconds').fill(String(lastRetry - firstRetry));
    await page.getByRole('button', { name: 'Advance', exact: true }).click();
    await page.getByText('Nothing is due.').waitFor();
    await page.getByText(`${attemptsInSeconds.length - 2} fell due`).waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Freeze' }).waitFor();

    expect(await tenant.control.clock()).toMatchObject({ isFrozen: false });
  });

  test('goes to the next due event, and to a time', async () => {
    receiver().answer = (response) => void response.writeHead(500).end();
    const tenant = await newTenant();
    const { now: start } = await tenant.control.freeze();
    const { milestoneId } = await openPurchase(tenant);
    await tenant.control.setWebhook(receiver().url);
    await tenant.control.pay(milestoneId);
    await tenant.control.drain();
    const { page } = await open(tenant, { path: '/clock' });
    const due = page.getByRole('list', { name: 'Due' });

    await due.getByText('Attempt 2 of Paid PAID').waitFor();
    await page.getByRole('button', { name: 'To the next due event' }).click();
    await due.getByText('Attempt 3 of Paid PAID').waitFor();
    const afterNext = await tenant.control.clock();
    const [{ dueAt = 0 } = {}] = (await tenant.control.due()).due;
    await page.getByLabel('Or to a time').fill(localText(dueAt + 1000));
    await page.getByRole('button', { name: 'Advance', exact: true }).click();
    await due.getByText('Attempt 4 of Paid PAID').waitFor();

    expect(afterNext.now).toBe(start + firstRetry * 1000);
    expect((await tenant.control.clock()).now).toBe(Math.floor(dueAt / 1000) * 1000 + 1000);
    expect(receiver().events).toHaveLength(3);
  });
});

test('the clock is advanced by parts of a second', async () => {
  const { tenant, page } = await openNew({ path: '/clock' });
  const { now } = await tenant.control.freeze();

  await page.getByLabel('Seconds').fill('1.5');
  await page.getByLabel('Seconds').press('Enter');
  await page.getByText('The clock was advanced; nothing fell due').waitFor();
  const milliseconds = String((now + 1500) % 1000).padStart(3, '0');
  await page.getByText(new RegExp(`:\\d\\d\\.${milliseconds}$`)).waitFor();

  expect((await tenant.control.clock()).now).toBe(now + 1500);
});

describe('the faults of the dashboard', () => {
  test('are added by a form that knows every kind, one after another, and removed one by one', async () => {
    const { tenant, page } = await openNew({ path: '/clock' });
    const kind = page.getByLabel('Kind');
    const kinds = await kind.locator('option').allTextContents();

    await page.getByRole('button', { name: 'Add the fault' }).click();
    await page.getByText('webhook: status 503, 1 more time').waitFor();
    await page.getByLabel('Target').selectOption('createContract');
    await kind.selectOption('reset');
    await page.getByLabel('When').selectOption('after');
    await page.getByRole('button', { name: 'Add the fault' }).click();
    await page.getByText('createContract: reset, after the call is handled').waitFor();
    const both = await tenant.control.faults();
    await page.getByRole('button', { name: 'Remove the status of webhook' }).click();
    await page.getByText('webhook: status 503, 1 more time').waitFor({ state: 'detached' });

    expect(kinds).toEqual(['status', 'latency', 'reset', 'drop', 'duplicate', 'reorder']);
    expect(both).toMatchObject([
      { target: 'webhook', kind: 'status', status: 503, timesLeft: 1 },
      { target: 'createContract', kind: 'reset', when: 'after', timesLeft: 1 },
    ]);
    expect(await tenant.control.faults()).toMatchObject([{ target: 'createContract' }]);
  });

  test('are removed one by one, so that a tab does not undo what another one did meanwhile', async () => {
    const tenant = await newTenant();
    await tenant.control.setFaults([{ target: 'createContract', kind: 'reset' }]);
    const { page } = await open(tenant, { path: '/clock' });
    const released = Promise.withResolvers<void>();
    await page.route('**/faults', async (route) => {
      if (route.request().method() === 'GET') await released.promise;
      await route.continue();
    });
    onTestFinished(() => page.unrouteAll({ behavior: 'ignoreErrors' }));

    await tenant.control.addFault({ target: 'webhook', kind: 'duplicate' });
    await page.getByRole('button', { name: 'Remove the reset of createContract' }).click();
    await page.getByText('Fault removed').waitFor();
    released.resolve();
    await page.getByRole('button', { name: 'Remove the duplicate of webhook' }).waitFor();

    expect(await tenant.control.faults()).toMatchObject([{ target: 'webhook', kind: 'duplicate' }]);
  });

  test('that are wrong are refused with the reason, and stay in the form', async () => {
    const { page } = await openNew({ path: '/clock' });

    await page.getByLabel('Status').fill('200');
    await page.getByLabel('Times').fill('3');
    await page.getByRole('button', { name: 'Add the fault' }).click();

    await page.getByRole('alert').getByText('The fault was not added').waitFor();
    expect(await page.getByLabel('Times').inputValue()).toBe('3');
  });
});
