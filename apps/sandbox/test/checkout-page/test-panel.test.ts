import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { usedPage } from '../support/browser.ts';
import { startCheckout, ticketUrl } from '../support/checkout-steps.ts';
import { createPageClient } from '../support/page-client.ts';
import { startedService } from '../support/started-sandbox.ts';

const started = startedService();
const sharedPage = usedPage();

test('a buyer who waits for a code gets a link to it in the dashboard, which opens in another window', async () => {
  const { sandbox } = started();
  const { checkoutUrl, buyerPhone, milestoneId } = await startCheckout(sandbox);
  const client = createPageClient(sandbox);

  const codePage = await client.submit(await client.open(checkoutUrl), { step: 'phone', phone: buyerPhone });

  const path = `/dashboard/default/contracts/${milestoneId}`;
  expect(codePage.text).toContain(`<a href="${path}" target="_blank"`);
});

test('a buyer who waits for a transfer copies IBAN and reference with a click, by the one script that the policy allows, and gets a link to confirm it in the dashboard', async () => {
  const { sandbox } = started();
  const checkout = await startCheckout(sandbox);
  const milestone = () => sandbox.control.milestone(checkout.milestoneId);
  const page = sharedPage();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: sandbox.url });
  await page.goto(await ticketUrl(sandbox, checkout));
  await page.getByLabel('Bank transfer').check();
  const shown = page.waitForResponse((response) => response.request().method() === 'GET');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();

  const copies: string[] = [];
  for (const _ of ['IBAN', 'reference']) {
    await page.getByRole('button', { name: 'Copy', exact: true }).first().click();
    await page.getByRole('button', { name: 'Copied' }).nth(copies.length).waitFor();
    copies.push(await page.evaluate<string>('navigator.clipboard.readText()'));
  }

  const [payment] = (await milestone()).payments;
  expect(copies).toEqual([payment?.virtualIban, payment?.reference]);
  const answer = await shown;
  const [, script = ''] = /<script[^>]*>(.*?)<\/script>/s.exec(await answer.text()) ?? [];
  const hash = createHash('sha256').update(script).digest('base64');
  const policy = answer.headers()['content-security-policy'] ?? '';
  expect(policy.split('; ').filter((part) => part.startsWith('script-src'))).toEqual([`script-src 'sha256-${hash}'`]);

  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Confirm the transfer in the dashboard' }).click();
  const dashboard = await opened;
  await dashboard
    .getByRole('button', { name: /confirm/i })
    .first()
    .click();
  await expect.poll(async () => (await milestone()).state).toBe('PAID');
});
