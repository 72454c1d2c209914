import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { usedPage } from '../support/browser.ts';
import { codeOf, startCheckout, ticketUrl } from '../support/checkout-steps.ts';
import { startedService } from '../support/started-sandbox.ts';

const started = startedService('SQLite');
const sharedPage = usedPage();

test('a buyer who waits for a code gets a link to it in the dashboard', async () => {
  const { sandbox } = started();
  const checkout = await startCheckout(sandbox);
  const page = sharedPage();
  await page.goto(checkout.checkoutUrl);
  await page.getByLabel('Phone number').fill(checkout.buyerPhone);
  await page.getByRole('button', { name: 'Send code' }).click();
  const opened = page.waitForEvent('popup');

  await page.getByRole('link', { name: 'Read the code in the dashboard' }).click();

  await (await opened)
    .getByText(await codeOf(sandbox, checkout.buyerPhone))
    .first()
    .waitFor();
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Enter your code');
});

test('a buyer who waits for a transfer gets a link to confirm it in the dashboard', async () => {
  const { sandbox } = started();
  const checkout = await startCheckout(sandbox);
  const page = sharedPage();
  await page.goto(await ticketUrl(sandbox, checkout));
  await page.getByLabel('Bank transfer').check();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  const opened = page.waitForEvent('popup');

  await page.getByRole('link', { name: 'Confirm the transfer in the dashboard' }).click();
  await (await opened)
    .getByRole('button', { name: /confirm/i })
    .first()
    .click();

  await expect.poll(async () => (await sandbox.control.milestone(checkout.milestoneId)).state).toBe('PAID');
});

test('IBAN and reference are copied with a click, by the one script that the policy allows', async () => {
  const { sandbox } = started();
  const checkout = await startCheckout(sandbox);
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

  const [payment] = (await sandbox.control.milestone(checkout.milestoneId)).payments;
  expect(copies).toEqual([payment?.virtualIban, payment?.reference]);
  const answer = await shown;
  const [, script = ''] = /<script[^>]*>(.*?)<\/script>/s.exec(await answer.text()) ?? [];
  const hash = createHash('sha256').update(script).digest('base64');
  const policy = answer.headers()['content-security-policy'] ?? '';
  expect(policy.split('; ').filter((part) => part.startsWith('script-src'))).toEqual([`script-src 'sha256-${hash}'`]);
});
