import { eachReceiver } from '@escrow-kit/sandbox/test-support/receiver';
import { attemptsInSeconds } from '@escrow-kit/spec';
import { describe, expect, test } from 'vitest';
import { openDashboard, usedDashboard } from './support/dashboard.ts';
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

  test('HOOK-4 is frozen, advanced through the retries, which it lists, and resumed', async () => {
    receiver().answer = (response) => void response.writeHead(500).end();
    const { tenant, page } = await openNew({ path: '/clock' });
    const running = page.getByRole('banner').getByRole('link', { name: /^Clock/ });
    const before = await running.textContent();
    await expect.poll(() => running.textContent()).not.toBe(before);
    await page.getByRole('button', { name: 'Freeze' }).click();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    const { milestoneId } = await openPurchase(tenant);
    await tenant.control.setWebhook(receiver().url);
    await tenant.control.pay(milestoneId);
    await tenant.control.drain();

    await page.getByRole('button', { name: new RegExp(`^${firstRetry} second`) }).click();
    await page.getByText('Attempt 2 of Paid PAID').waitFor();
    await page.getByLabel('Seconds').fill(String(lastRetry - firstRetry));
    await page.getByRole('button', { name: 'Advance', exact: true }).click();
    await page.getByText('Nothing is due.').waitFor();
    const fired = await page.getByRole('list', { name: 'What fell due' }).getByRole('listitem').count();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Freeze' }).waitFor();

    expect(fired).toBe(attemptsInSeconds.length - 2);
    expect(await tenant.control.clock()).toMatchObject({ isFrozen: false });
  });

  test('goes to the next due event, and shows what will happen before a time before it goes there', async () => {
    receiver().answer = (response) => void response.writeHead(500).end();
    const tenant = await newTenant();
    const { now: start } = await tenant.control.freeze();
    const { milestoneId } = await openPurchase(tenant);
    await tenant.control.setWebhook(receiver().url);
    await tenant.control.pay(milestoneId);
    await tenant.control.drain();
    const { page } = await open(tenant, { path: '/clock' });
    const due = page.getByRole('list', { name: 'Due' });
    const type = (at: number) => page.getByLabel('Advance to').fill(localText(at));

    await due.getByText('Attempt 2 of Paid PAID').waitFor();
    await page.getByRole('button', { name: 'Advance to the next due event' }).click();
    await due.getByText('Attempt 3 of Paid PAID').waitFor();
    const afterNext = await tenant.control.clock();
    const [{ dueAt = 0 } = {}] = (await tenant.control.due()).due;
    await type(dueAt - 1000);
    await due.getByText('Nothing is due by then.').waitFor();
    await type(dueAt + 1000);
    await due.getByText('Attempt 3 of Paid PAID').waitFor();
    await page.getByRole('button', { name: 'Advance', exact: true }).click();
    await due.getByText('Attempt 4 of Paid PAID').waitFor();

    expect(afterNext.now).toBe(start + firstRetry * 1000);
    expect((await tenant.control.clock()).now).toBe(Math.floor(dueAt / 1000) * 1000 + 1000);
    expect(receiver().events).toHaveLength(3);
  });
});

test.each([
  ['Seconds', 'is too far', '1e300'],
  ['Advance to', 'leads into the past', '2020-01-01T00:00:00'],
])('the clock says that “%s” %s before it shows what is due until then', async (label, problem, value) => {
  const { tenant, page } = await openNew({ path: '/clock' });
  const { now } = await tenant.control.freeze();

  await page.getByLabel(label).fill(value);
  await page.getByRole('alert').getByText(`“${label}” ${problem}`).waitFor();
  await page.getByLabel(label).press('Enter');

  expect(await page.getByRole('alert').count()).toBe(1);
  expect(await page.getByRole('alert').textContent()).toContain('at most ten years, and never beyond the year 9999');
  expect(await page.getByRole('heading', { name: /^What will happen/ }).count()).toBe(0);
  await page.getByLabel(label).fill(label === 'Seconds' ? '60' : localText(now + 60_000));
  await page.getByRole('heading', { name: /^What will happen/ }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  expect((await tenant.control.clock()).now).toBe(now);
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
    const { tenant, page } = await openNew({ path: '/faults' });
    const kind = page.getByLabel('Kind');
    const kinds = await kind.locator('option').allTextContents();

    await page.getByRole('button', { name: 'Add the fault' }).click();
    await page.getByRole('cell', { name: 'status 503', exact: true }).waitFor();
    await page.getByLabel('Target').selectOption('createContract');
    await kind.selectOption('reset');
    await page.getByLabel('When').selectOption('after');
    await page.getByRole('button', { name: 'Add the fault' }).click();
    await page.getByRole('cell', { name: 'reset, after the call is handled' }).waitFor();
    const both = await tenant.control.faults();
    await page.getByRole('button', { name: 'Remove the status of webhook' }).click();
    await page.getByRole('cell', { name: 'status 503', exact: true }).waitFor({ state: 'detached' });

    expect(kinds).toEqual(['status', 'latency', 'reset', 'drop', 'duplicate', 'reorder']);
    expect(both).toMatchObject([
      { target: 'webhook', kind: 'status', status: 503, timesLeft: 1 },
      { target: 'createContract', kind: 'reset', when: 'after', timesLeft: 1 },
    ]);
    expect(await tenant.control.faults()).toMatchObject([{ target: 'createContract' }]);
  });

  test('that are edited in two tabs do not undo each other, even if a tab does not know the changes yet', async () => {
    const tenant = await newTenant();
    await tenant.control.setFaults([{ target: 'createContract', kind: 'reset' }]);
    const { page } = await open(tenant, { path: '/faults' });
    const stale = await page.context().newPage();
    await openDashboard(stale, tenant, { path: '/faults' });
    const told = Promise.withResolvers<void>();
    await stale.route('**/faults', async (route) => {
      if (route.request().method() === 'GET') await told.promise;
      await route.continue();
    });
    const duplicate = { name: 'Remove the duplicate of webhook' };

    await page.getByLabel('Kind').selectOption('duplicate');
    await page.getByRole('button', { name: 'Add the fault' }).click();
    await page.getByRole('button', duplicate).waitFor();
    const known = await stale.getByRole('button', duplicate).count();
    await stale.getByRole('button', { name: 'Remove the reset of createContract' }).click();
    told.resolve();
    await stale.getByRole('button', duplicate).waitFor();
    const afterRemoval = await tenant.control.faults();
    await tenant.control.addFault({ target: 'addParties', kind: 'drop' });
    await stale.getByRole('button', { name: 'Add the fault' }).click();
    await stale.getByRole('button', { name: 'Remove the drop of addParties' }).waitFor();

    expect(known).toBe(0);
    expect(afterRemoval).toMatchObject([{ target: 'webhook', kind: 'duplicate' }]);
    expect(await tenant.control.faults()).toMatchObject([
      { kind: 'duplicate' },
      { target: 'addParties' },
      { kind: 'status' },
    ]);
  });

  test('that are contradictory are refused with the reason, and stay in the form', async () => {
    const { page } = await openNew({ path: '/faults' });

    await page.getByLabel('Status').fill('');
    await page.getByLabel('Times').fill('3');
    await page.getByRole('button', { name: 'Add the fault' }).click();

    await page.getByText('The kind status needs status.').waitFor();
    expect(await page.getByLabel('Times').inputValue()).toBe('3');
  });
});
