import { newPhone, requestTicket, shortIdOf, startPayment } from '@escrow-kit/sandbox/test-support/escrow-steps';
import { send } from '@escrow-kit/sandbox/test-support/service-api';
import { describe, expect, test } from 'vitest';
import { usedDashboard } from './support/dashboard.ts';
import { openPurchase } from './support/dashboard-story.ts';

const { newTenant, open } = usedDashboard();

describe('the people of the dashboard', () => {
  test('have a consent that can be granted, declined and withdrawn, and passwords to read', async () => {
    const tenant = await newTenant();
    const phoneNumber = newPhone();
    await send(tenant, 'registerCustomer', { body: { phoneNumber, firstName: 'Sara', lastName: 'Seller' } });
    const [otp] = await tenant.control.otps(phoneNumber);
    const { page } = await open(tenant, { path: '/people' });

    await page.getByRole('link', { name: /Sara Seller/ }).click();
    await page.getByRole('cell', { name: String(otp?.otp) }).waitFor();
    const seen: string[] = [];
    for (const answer of ['Give consent', 'Decline', 'Reset to pending']) {
      await page.getByRole('button', { name: answer }).click();
      await page.getByRole('button', { name: answer }).waitFor({ state: 'detached' });
      seen.push((await tenant.control.users()).users[0]?.consent ?? '');
    }

    expect(seen).toEqual(['GRANTED', 'DECLINED', 'PENDING']);
  });

  test('AUTH-10 get a customer token, which opens the legacy checkout', async () => {
    const tenant = await newTenant();
    const { milestoneId, buyerPhone } = await openPurchase(tenant);
    const { data } = (await startPayment(tenant, { milestoneId })).body;
    const { page } = await open(tenant, { path: `/people/${encodeURIComponent(buyerPhone)}` });

    await page.getByRole('button', { name: 'Issue a customer token' }).click();
    const token = await page.getByRole('region', { name: 'The token, shown once' }).textContent();
    const checkout = await tenant.control.openCheckout(`${data}&userTokenUrl=${token}`);

    expect(checkout.milestoneId).toBe(milestoneId);
  });

  test('AUTH-7 open a checkout by its ticket once, answer and pay there', async () => {
    const tenant = await newTenant();
    const { milestoneId, buyerPhone } = await openPurchase(tenant);
    await tenant.control.setConsent(buyerPhone, 'PENDING');
    const { data } = (await startPayment(tenant, { milestoneId })).body;
    const { ticket } = (await requestTicket(tenant, { phone: buyerPhone, shortId: shortIdOf(data) })).body;
    const { page } = await open(tenant, { path: '/checkout' });

    await page.getByLabel('Checkout URL').fill(`${data}&ticket=${encodeURIComponent(ticket)}`);
    await page.getByRole('button', { name: 'Open as the buyer' }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    const refusal = await page.getByRole('alert').textContent();
    await page.getByRole('button', { name: 'Give consent' }).click();
    await page.getByText('Granted', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await page.getByText('Paid', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Open as the buyer' }).click();

    await page.getByText('The checkout does not open').waitFor();
    expect(refusal).toContain('TICKET-5');
    expect(await page.getByLabel('Checkout URL').inputValue()).toContain('&ticket=');
    expect((await tenant.control.milestone(milestoneId)).state).toBe('PAID');
  });
});
