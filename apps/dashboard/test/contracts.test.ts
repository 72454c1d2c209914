import { requestTicket, shortIdOf, startPayment } from '@escrow-kit/sandbox/test-support/escrow-steps';
import { createPageClient } from '@escrow-kit/sandbox/test-support/page-client';
import { describe, expect, test } from 'vitest';
import { usedDashboard } from './support/dashboard.ts';
import { openPurchase } from './support/dashboard-story.ts';

const { newTenant, open } = usedDashboard();

describe('the contracts of the dashboard', () => {
  test('are listed with state, amount and parties, and filtered by state, and by title, id or phone', async () => {
    const tenant = await newTenant();
    const { milestoneId } = await openPurchase(tenant, { title: 'Handmade table', itemPrice: 1200 });
    const chair = await openPurchase(tenant, { title: 'Walnut chair' });
    await tenant.control.freeze();
    await tenant.control.pay(milestoneId);
    await tenant.control.advance(3600);
    const { page } = await open(tenant, { path: '/contracts' });
    const rows = page.getByRole('list', { name: 'Contracts' }).getByRole('listitem');

    const all = await rows.allTextContents();
    await page.getByLabel('State').selectOption('Paid');
    await rows.nth(1).waitFor({ state: 'detached' });
    const paid = await rows.allTextContents();
    await page.getByRole('link', { name: 'Clear the filters' }).click();
    for (const text of ['WALNUT', chair.milestoneId, chair.buyerPhone]) {
      await page.getByRole('searchbox', { name: 'Search' }).fill(text);
      await rows.nth(1).waitFor({ state: 'detached' });
      expect(await rows.allTextContents(), text).toEqual([expect.stringContaining('Walnut chair')]);
      await page.getByRole('searchbox', { name: 'Search' }).fill('');
      await rows.nth(1).waitFor();
    }

    expect(all).toHaveLength(2);
    expect(paid).toEqual([
      expect.stringMatching(/Paid\s*Handmade table\s*Item · Basil Buyer → Sara Seller.*1,200.00 SAR1 h ago/),
    ]);
  });

  test('say what a hand-written address has wrong, and lead to the whole list', async () => {
    const tenant = await newTenant();
    await openPurchase(tenant);
    const { page } = await open(tenant, { path: '/contracts?state=paid' });

    const problem = page.getByRole('alert');
    await problem.getByText('state must be').waitFor();
    await page.getByRole('link', { name: 'Clear the filters' }).click();

    await page.getByRole('list', { name: 'Contracts' }).getByText('Handmade table').waitFor();
    expect(await problem.count()).toBe(0);
  });

  test('go from payment to completion with their buttons, with a picture of the money', async () => {
    const tenant = await newTenant();
    const { milestoneId } = await openPurchase(tenant, { itemPrice: 1000 });
    const { page } = await open(tenant, { path: `/contracts/${milestoneId}` });

    const money = page.getByRole('figure', { name: 'The money of this milestone' });
    await money
      .getByRole('listitem')
      .filter({ hasText: /Buyer.*Basil Buyer.*will pay 1,000.00.*Escrow/ })
      .waitFor();
    const states = page.getByRole('list', { name: 'States' });
    const before = await states.getByRole('listitem').allTextContents();
    await page.getByRole('button', { name: 'Pay as Basil Buyer' }).click();
    await page.getByText('holds 1,000.00', { exact: true }).waitFor();
    const current = await states.locator('[aria-current=step]').textContent();
    await page.getByRole('button', { name: 'Release the money' }).click();
    await page.getByText('is given 950.00', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Complete' }).click();
    await page.getByText('This milestone is settled.').waitFor();

    await page.getByText('was paid out 950.00', { exact: true }).waitFor();
    await page.getByText('took 40.00', { exact: true }).waitFor();
    await page.getByText('balance after: 10.00', { exact: true }).waitFor();
    expect((await tenant.control.milestone(milestoneId)).state).toBe('COMPLETED');
    const webhooks = await page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem').allTextContents();
    expect(webhooks).toHaveLength(3);
    expect(webhooks.join()).not.toContain(milestoneId.slice(-6));
    expect(before).toEqual([
      expect.stringMatching(/^Created CREATEDReached \d/),
      expect.stringMatching(/^Waiting for payment WAITING_FOR_PAYMENTNow, since \d/),
      'Paid PAIDNext, when the buyer has paid',
      'Cashout in progress CASHOUT_IN_PROGRESSLater, when the money is released',
      'Completed COMPLETEDLater, when everybody is paid out',
    ]);
    expect(current).toMatch(/^Paid PAIDNow, since/);
  });

  test('show each entry of the ledger in the timeline, under its own move, also on a frozen clock', async () => {
    const tenant = await newTenant();
    await tenant.control.freeze();
    const { milestoneId } = await openPurchase(tenant, { itemPrice: 1000 });
    await tenant.control.pay(milestoneId);
    await tenant.control.release(milestoneId);
    const { ledger, events } = await tenant.control.complete(milestoneId);
    const { page } = await open(tenant, { path: `/contracts/${milestoneId}` });
    const moves = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem');

    const shown = await Promise.all(
      (await moves.all()).map(async (move) => (await move.getByRole('paragraph').allTextContents()).toSpliced(1, 1)),
    );
    const constants = shown.map(([title]) => title?.split(' ').at(-1));

    const references = events.map(({ referenceId }) => `Reference ${referenceId}`);
    expect(shown.slice(2)).toEqual([
      ['Paid PAID', '−1,000.00 SAR Basil Buyer, the buyer', '+1,000.00 SAR Escrow', references[0]],
      [
        'Cashout in progress CASHOUT_IN_PROGRESS',
        '−1,000.00 SAR Escrow',
        '+950.00 SAR Sara Seller, not yet paid out',
        "+50.00 SAR The organization's wallet",
        "−40.00 SAR The organization's wallet",
        '+40.00 SAR The service, its fee',
        references[1],
      ],
      [
        'Completed COMPLETED',
        '−950.00 SAR Sara Seller, not yet paid out',
        '+950.00 SAR Sara Seller, at the bank',
        references[2],
      ],
    ]);
    expect(constants.slice(0, 2)).toEqual(['CREATED', 'WAITING_FOR_PAYMENT']);
    expect(new Set(ledger.entries.map(({ createdAt }) => createdAt)).size).toBe(1);
  });

  test('say why a move is refused, and offer the fix', async () => {
    const tenant = await newTenant();
    const { milestoneId, buyerPhone } = await openPurchase(tenant);
    await tenant.control.setConsent(buyerPhone, 'DECLINED');
    const { page } = await open(tenant, { path: `/contracts/${milestoneId}` });

    await page.getByRole('button', { name: 'Pay as Basil Buyer' }).click();
    const problem = await page.getByRole('alert').textContent();
    const buyer = page.getByRole('list', { name: 'People' }).getByRole('listitem').filter({ hasText: 'Basil Buyer' });
    await buyer.getByRole('button', { name: 'Give consent' }).click();
    await page.getByText('Consent is granted').waitFor();
    await page.getByRole('button', { name: 'Pay as Basil Buyer' }).click();

    await page.getByText('holds 1,000.00', { exact: true }).waitFor();
    expect(problem).toContain('TICKET-5');
    expect(problem).toContain("The buyer's consent is DECLINED");
  });

  test('BANK-3 ADDR-2 say by name who cannot be paid out yet, and what is missing', async () => {
    const tenant = await newTenant();
    const { milestoneId, sellerId } = await openPurchase(tenant, { isSellerReady: false });
    await tenant.control.pay(milestoneId);
    const { page } = await open(tenant, { path: `/contracts/${milestoneId}` });

    await page.getByRole('button', { name: 'Release the money' }).click();

    const problem = page.getByRole('alert').filter({ hasText: `User ${sellerId} receives money` });
    expect(await problem.textContent()).toContain('has no bank account and no address.');
    const seller = page.getByRole('list', { name: 'People' }).getByRole('listitem').filter({ hasText: 'Sara Seller' });
    await seller.getByText('No bank account, no address').waitFor();
  });

  test('name their people: the broker by the organization, consent that is answered for them, and codes', async () => {
    const tenant = await newTenant();
    const { milestoneId, sellerPhone } = await openPurchase(tenant);
    const [otp] = await tenant.control.otps(sellerPhone);
    const { organizationName } = await tenant.control.settings();
    const { page } = await open(tenant, { path: `/contracts/${milestoneId}` });
    const people = page.getByRole('list', { name: 'People' }).getByRole('listitem');
    const seller = people.filter({ hasText: 'Sara Seller' });

    await seller.getByRole('button', { name: `Copy ${otp?.otp}` }).waitFor();
    const seen: (string | undefined)[] = [];
    for (const answer of ['Give consent', 'Decline', 'Reset to pending']) {
      await seller.getByRole('button', { name: answer }).click();
      await seller.getByRole('button', { name: answer }).waitFor({ state: 'detached' });
      const { users } = await tenant.control.users();
      seen.push(users.find(({ phoneNumber }) => phoneNumber === sellerPhone)?.consent);
    }

    expect(seen).toEqual(['GRANTED', 'DECLINED', 'PENDING']);
    expect(await people.nth(2).textContent()).toContain(`${organizationName}Broker`);
  });

  test('wait for invitations, which one party or all accept', async () => {
    const tenant = await newTenant();
    await tenant.control.changeSettings({ invitations: true });
    const { milestoneId } = await openPurchase(tenant);
    const { page } = await open(tenant, { path: `/contracts/${milestoneId}` });

    await page.getByRole('button', { name: 'Accept for Sara Seller' }).click();
    await page.getByRole('button', { name: 'Accept for Sara Seller' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Accept for all' }).click();

    await page.getByRole('button', { name: 'Pay as Basil Buyer' }).waitFor();
  });

  test('link to the checkout, and say that a payment has not been started', async () => {
    const tenant = await newTenant();
    const { milestoneId } = await openPurchase(tenant);
    const { page } = await open(tenant, { path: `/contracts/${milestoneId}` });
    await page.getByText('Payment has not been started yet', { exact: true }).waitFor();

    const { body } = await startPayment(tenant, { milestoneId });
    await page.getByText('Payment has not been started yet', { exact: true }).waitFor({ state: 'detached' });

    expect(await page.getByRole('link', { name: 'Open the checkout' }).getAttribute('href')).toBe(body.data);
  });

  test('PAY-2 show a pending bank transfer, which is confirmed once, however often it is clicked', async () => {
    const tenant = await newTenant();
    const { milestoneId, buyerPhone } = await openPurchase(tenant);
    const { data } = (await startPayment(tenant, { milestoneId })).body;
    const { ticket } = (await requestTicket(tenant, { phone: buyerPhone, shortId: shortIdOf(data) })).body;
    const buyer = createPageClient(tenant);
    const checkout = await buyer.open(`${data}&ticket=${encodeURIComponent(ticket)}`);
    await buyer.submit(checkout, { step: 'pay', method: 'MANUAL_BANK_TRANSFER' });
    const { page, complaints } = await open(tenant, { path: `/contracts/${milestoneId}` });

    await page.getByText('bank transfer is pending', { exact: true }).waitFor();
    await page.getByText('Bank transfer is pending', { exact: true }).waitFor();
    const payments: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith(`${milestoneId}/pay`)) payments.push(request.method());
    });
    await page.getByRole('button', { name: 'Confirm the transfer of Basil Buyer' }).dblclick();
    await page.getByText('holds 1,000.00', { exact: true }).waitFor();

    expect(payments).toEqual(['POST']);
    expect(complaints).toEqual([]);
  });
});
