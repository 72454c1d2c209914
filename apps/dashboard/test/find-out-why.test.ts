import {
  addParties,
  broker,
  buyer,
  createMilestone,
  createParent,
  milestoneRequest,
  seller,
} from '@escrow-kit/sandbox/test-support/escrow-steps';
import { eachReceiver } from '@escrow-kit/sandbox/test-support/receiver';
import { send } from '@escrow-kit/sandbox/test-support/service-api';
import { attemptsInSeconds, retryDelaysInSeconds } from '@escrow-kit/spec';
import { describe, expect, onTestFinished, test } from 'vitest';
import { usedDashboard } from './support/dashboard.ts';
import { openPurchase } from './support/dashboard-story.ts';

const { newTenant, open, page: sharedPage } = usedDashboard();

describe('an integrator finds out from only the dashboard', () => {
  const receiver = eachReceiver();

  test('why a call was refused, and how to send it again', async () => {
    const tenant = await newTenant();
    const contractId = await createParent(tenant);
    await sharedPage().context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const { page } = await open(tenant);
    await send(tenant, 'addMilestones', {
      path: { contractId },
      body: { milestones: [milestoneRequest({ isInspectable: true })] },
    });

    await page.getByRole('link', { name: /^refused/ }).click();
    const refused = page.getByRole('list', { name: 'Requests' });
    await refused.getByRole('listitem').filter({ hasText: 'addMilestones' }).filter({ hasText: 'MILESTONE-3' }).click();
    await page.getByText('It breaks the rule MILESTONE-3').waitFor();

    await page.getByText('paymentMethods, isDeliverable and isInspectable must not be sent on a milestone').waitFor();
    await page.getByText('The service states it (Resources, Milestone').waitFor();
    await page.getByText('What to do:').waitFor();
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await page.getByText('Copied').waitFor({ state: 'attached' });
    const curl: string = await page.evaluate('navigator.clipboard.readText()');
    expect(curl).toContain(`'${tenant.url}/api/external/contracts/${contractId}/milestones'`);
    expect(curl).toContain('Bearer $CLIENT_ADMIN_TOKEN');
    expect(curl).not.toContain(tenant.credentials.tokens.clientAdmin);
    expect(curl).toContain('"isInspectable": true');
  });

  test('that a path does not exist, and that no rule of the service is broken', async () => {
    const tenant = await newTenant();
    const headers = { authorization: `Bearer ${tenant.credentials.tokens.clientAdmin}` };
    await fetch(`${tenant.url}/api/external/contract`, { method: 'POST', headers });
    const { page } = await open(tenant, { path: '/requests?outcome=refused' });

    await page.getByRole('listitem').filter({ hasText: 'POST /api/external/contract' }).click();
    await page.getByText('The document has no such path.').first().waitFor();
    const answer = page.getByRole('region', { name: 'Answer' });
    await answer.getByText('"error": ').waitFor();

    expect(await page.getByText('breaks the rule').count()).toBe(0);
  });

  test('every rule that a call breaks, by its title and in the list', async () => {
    const tenant = await newTenant();
    await addParties(tenant, await createMilestone(tenant), [
      { ...buyer('+966500000001', 100), isSender: false },
      { ...seller('+966500000002', 90), isSender: true },
      { ...broker(10), arbitrator: false },
    ]);
    const { page } = await open(tenant, { path: '/requests' });

    await page.getByRole('listitem').filter({ hasText: 'addParties' }).filter({ hasText: '(and 2 more)' }).click();
    const title = await page.getByText(/^It breaks 3 rules: /).textContent();
    await page.getByRole('main').getByRole('listitem').nth(2).waitFor();
    await page.getByRole('link', { name: 'All that break PARTY-3' }).click();
    await page.getByRole('listitem').filter({ hasText: 'addParties' }).waitFor();

    expect(title?.match(/PARTY-\d/g)?.toSorted()).toEqual(['PARTY-1', 'PARTY-2', 'PARTY-3']);
  });

  test('why a webhook did not arrive, step by step until it does', async () => {
    const tenant = await newTenant();
    receiver().answer = (response) => void response.writeHead(500).end('no such order');
    await tenant.control.freeze();
    const { milestoneId } = await openPurchase(tenant);
    await tenant.control.pay(milestoneId);
    const { page } = await open(tenant);

    await page.getByRole('link', { name: /^Pending *1$/ }).click();
    await page.getByRole('list', { name: 'Deliveries' }).getByText('No webhook URL set').click();
    await page.getByRole('button', { name: 'Set the webhook URL' }).click();
    await page.getByLabel('Webhook URL').fill(receiver().url);
    await page.getByRole('button', { name: 'Save the URL' }).click();
    await page.getByText(`Events go to ${receiver().url}`).first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Deliveries' }).first().click();
    await page.getByRole('list', { name: 'Deliveries' }).getByText('The clock is frozen before the next').click();
    await page.getByText('Attempt 1 was answered with 500').waitFor();
    await page.getByText('no such order').waitFor();
    const schedule = page.getByRole('region', { name: 'Schedule' }).getByRole('listitem');
    const waiting = await schedule.allTextContents();
    receiver().answer = (response) => void response.writeHead(200).end();
    await page.getByRole('button', { name: `Advance the clock by ${attemptsInSeconds[1]} s` }).click();

    await page.getByText('It arrived').waitFor();
    expect(receiver().events).toHaveLength(2);
    const [first, second, third, last] = [0, ...retryDelaysInSeconds];
    expect(waiting).toEqual([
      expect.stringMatching(`^Attempt 1 after ${first} sAnswered 500\\d`),
      expect.stringMatching(`^Attempt 2 after ${second} sDue in ${second} s\\d`),
      `Attempt 3 after ${third} sIf the one before fails`,
      `Attempt 4 after ${last} sIf the one before fails`,
    ]);
    expect((await schedule.allTextContents()).map((text) => text.slice(0, 9))).toEqual(
      ['Attempt 1', 'Attempt 2', 'Attempt 3', 'Attempt 4'].map((text) => expect.stringMatching(`^${text}`)),
    );
  });

  test('that all attempts failed, and sends the webhook again', async () => {
    const tenant = await newTenant();
    receiver().answer = (response) => void response.writeHead(401).end();
    await tenant.control.freeze();
    await tenant.control.setWebhook(receiver().url);
    const { milestoneId } = await openPurchase(tenant);
    await tenant.control.pay(milestoneId);
    await tenant.control.advance(attemptsInSeconds.at(-1) ?? 0);
    const { page } = await open(tenant);

    await page.getByRole('link', { name: /A webhook failed/ }).click();
    await page
      .getByRole('list', { name: 'Deliveries' })
      .getByText(`All ${attemptsInSeconds.length} attempts failed`)
      .click();
    await page.getByText('compare its webhook secret with the one of the tenant').waitFor();
    receiver().answer = (response) => void response.writeHead(200).end();
    await page.getByRole('button', { name: 'Send again' }).click();

    await page.getByText('It arrived').waitFor();
    expect(await page.getByRole('heading', { name: /^Attempt \d/ }).allTextContents()).toHaveLength(
      attemptsInSeconds.length + 1,
    );
  });

  test('that a fault held back the webhook, and clears it', async () => {
    const tenant = await newTenant();
    await tenant.control.setWebhook(receiver().url);
    await tenant.control.setFaults([{ target: 'webhook', kind: 'drop' }]);
    const { milestoneId } = await openPurchase(tenant);
    await tenant.control.pay(milestoneId);
    const { page } = await open(tenant);

    await page.getByText('Webhooks are made to fail: drop').waitFor();
    await page.getByRole('link', { name: 'Show the faults' }).click();
    await page.getByRole('button', { name: 'Remove the drop of webhook' }).click();
    await page.getByText('No faults.').waitFor();

    expect(await tenant.control.faults()).toEqual([]);
  });

  test.each(['contract', 'delivery', 'request'] as const)(
    'that a reset removed the %s of an open page',
    async (what) => {
      const tenant = await newTenant();
      const { milestoneId } = await openPurchase(tenant);
      await tenant.control.pay(milestoneId);
      const { deliveries } = await tenant.control.deliveries({ limit: 1 });
      const { requests } = await tenant.control.requests({ limit: 1 });
      const paths = {
        contract: `/contracts/${milestoneId}`,
        delivery: `/deliveries/${deliveries[0]?.id}`,
        request: `/requests/${requests[0]?.id}`,
      };
      const { page } = await open(tenant, { path: paths[what] });

      await tenant.control.reset();

      await page.getByText(`No ${what} with this id in tenant ${tenant.control.tenant}.`).waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
    },
  );
});

test('a browser that refuses to copy shows the text to copy', async () => {
  const tenant = await newTenant();
  const { milestoneId } = await openPurchase(tenant);
  const { page } = await open(tenant, { path: '/contracts' });
  await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error())');
  onTestFinished(() => page.evaluate('delete navigator.clipboard.writeText'));
  const asked = page.waitForEvent('dialog');

  const clicked = page.getByRole('button', { name: 'Copy the id of Handmade table' }).click();
  const dialog = await asked;
  const text = dialog.defaultValue();
  await dialog.dismiss();
  await clicked;

  expect(text).toBe(milestoneId);
});

test('a contract that does not exist says so for a person and links to what does', async () => {
  const tenant = await newTenant();
  const { page } = await open(tenant, { path: '/contracts/none' });

  await page.getByText(`No contract with this id in tenant ${tenant.control.tenant}.`).waitFor();
  await page.getByRole('link', { name: 'View all contracts' }).click();

  await page.getByRole('heading', { level: 1, name: 'Contracts' }).waitFor();
});

test('a tenant that does not exist is explained to a person, with the way to those that do', async () => {
  const { page } = await open(await newTenant());

  await page.evaluate("history.pushState(null, '', '/dashboard/shpo/contracts')");
  await page.getByRole('heading', { name: 'There is no tenant shpo' }).waitFor();
  const text = await page.getByRole('main').textContent();
  await page.getByRole('button', { name: 'Choose or create a tenant' }).click();

  await page.getByRole('dialog', { name: 'Tenant' }).getByLabel('New tenant').waitFor();
  expect(text).not.toContain('_sandbox');
});
