import { type Sandbox, startSandbox } from '@escrow-kit/sandbox';
import { findViolations } from '@escrow-kit/sandbox/test-support/accessibility';
import {
  createMilestone,
  createParent,
  milestoneRequest,
  registerCustomer,
  requestTicket,
  shortIdOf,
  startPayment,
} from '@escrow-kit/sandbox/test-support/escrow-steps';
import { createPageClient } from '@escrow-kit/sandbox/test-support/page-client';
import { eachReceiver } from '@escrow-kit/sandbox/test-support/receiver';
import { send } from '@escrow-kit/sandbox/test-support/service-api';
import { attemptsInSeconds, retryDelaysInSeconds } from '@escrow-kit/spec';
import { repeats } from '@escrow-kit/tools';
import { describe, expect, onTestFinished, test } from 'vitest';
import { usedDashboard } from './support/dashboard.ts';
import { fillTenant, openPurchase } from './support/dashboard-story.ts';

const { newTenant, open, openNew, page: sharedPage, sandbox } = usedDashboard();
const receiver = eachReceiver();
const [, firstRetry = 0] = attemptsInSeconds;
const lastRetry = attemptsInSeconds.at(-1) ?? 0;

/** A contract of a tenant, opened. */
async function openContract(tenant: Sandbox, purchase: Parameters<typeof openPurchase>[1] = {}) {
  const story = await openPurchase(tenant, purchase);
  return { ...story, ...(await open(tenant, { path: `/contracts/${story.milestoneId}` })) };
}

describe('contracts', () => {
  test('are listed with state, amount and parties, and filtered by state, and by title, id or phone', async () => {
    const tenant = await newTenant();
    const { milestoneId } = await openPurchase(tenant, { title: 'Handmade table', itemPrice: 1200 });
    const chair = await openPurchase(tenant, { title: 'Walnut chair' });
    await tenant.control.freeze();
    await tenant.control.pay(milestoneId);
    await tenant.control.advance(3600);
    const { page } = await open(tenant, { path: '/contracts?state=paid' });
    const rows = page.getByRole('list', { name: 'Contracts' }).getByRole('listitem');

    await page.getByRole('alert').getByText('state must be').waitFor();
    await page.getByRole('link', { name: 'Clear the filters' }).click();
    await rows.nth(1).waitFor();
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

  test('go from payment to completion with their buttons, with a picture of the money and the ledger of each move', async () => {
    const tenant = await newTenant();
    await tenant.control.freeze();
    const { page, milestoneId } = await openContract(tenant, { itemPrice: 1000 });

    const money = page.getByRole('figure', { name: 'The money of this milestone' });
    await money
      .getByRole('listitem')
      .filter({ hasText: /Buyer.*Basil Buyer.*will pay 1,000.00.*Escrow/ })
      .waitFor();
    const states = page.getByRole('list', { name: 'States' });
    const before = await states.getByRole('listitem').allTextContents();
    await page.getByRole('button', { name: 'Pay as Basil Buyer' }).click();
    await page.getByText('holds 1,000.00', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Release the money' }).click();
    await page.getByText('payout pending: 950.00', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Complete' }).click();
    await page.getByText('This milestone is settled.').waitFor();
    for (const text of ['received 950.00', 'charged 40.00', 'balance after: 10.00']) {
      await page.getByText(text, { exact: true }).waitFor();
    }
    const moves = await page.getByRole('region', { name: 'Timeline' }).getByRole('listitem').all();
    const shown = await Promise.all(moves.map((move) => move.getByRole('paragraph').allTextContents()));

    const { state, events } = await tenant.control.milestone(milestoneId);
    const references = events.map(({ referenceId }) => `Reference ${referenceId}`);
    expect(state).toBe('COMPLETED');
    expect(before).toEqual([
      expect.stringMatching(/^Created CREATEDReached \d/),
      expect.stringMatching(/^Waiting for payment WAITING_FOR_PAYMENTNow, since \d/),
      'Paid PAIDNext, when the buyer has paid',
      'Cashout in progress CASHOUT_IN_PROGRESSLater, when the money is released',
      'Completed COMPLETEDLater, when the parties are paid out',
    ]);
    expect(shown.slice(2).map((paragraphs) => paragraphs.toSpliced(1, 1))).toEqual([
      ['Paid PAID', '−1,000.00 SAR Basil Buyer, the buyer', '+1,000.00 SAR Escrow', references[0]],
      [
        'Cashout in progress CASHOUT_IN_PROGRESS',
        '−1,000.00 SAR Escrow',
        '+950.00 SAR Sara Seller, not yet paid out',
        "+50.00 SAR The organization's wallet",
        "−40.00 SAR The organization's wallet",
        '+40.00 SAR Service fee',
        references[1],
      ],
      [
        'Completed COMPLETED',
        '−950.00 SAR Sara Seller, not yet paid out',
        '+950.00 SAR Sara Seller, at the bank',
        references[2],
      ],
    ]);
  });

  test('TICKET-5 BANK-3 ADDR-2 say why a move is refused and who is concerned, and offer the fix', async () => {
    const tenant = await newTenant();
    const { page, buyerPhone, sellerId } = await openContract(tenant, { isSellerReady: false });
    await tenant.control.setConsent(buyerPhone, 'DECLINED');
    const person = (name: string) =>
      page.getByRole('list', { name: 'People' }).getByRole('listitem').filter({ hasText: name });

    await page.getByRole('button', { name: 'Pay as Basil Buyer' }).click();
    const problem = await page.getByRole('alert').textContent();
    await person('Basil Buyer').getByRole('button', { name: 'Give consent' }).click();
    await page.getByText('Consent is granted').waitFor();
    await page.getByRole('button', { name: 'Pay as Basil Buyer' }).click();
    await page.getByText('holds 1,000.00', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Release the money' }).click();

    const refusal = page.getByRole('alert').filter({ hasText: `User ${sellerId} receives money` });
    expect(await refusal.textContent()).toContain('has no bank account and no address.');
    await person('Sara Seller').getByText('No bank account, no address').waitFor();
    expect(problem).toContain('TICKET-5');
    expect(problem).toContain("The buyer's consent is DECLINED");
  });

  test('warn of what nothing refuses, and so does the request that sent it', async () => {
    const tenant = await newTenant();
    const { milestoneId } = await createMilestone(tenant, { itemPrice: 0 });
    const { page, follow } = await open(tenant, { path: `/contracts/${milestoneId}` });
    const warning = page.getByText(/The price is 0, .* is not shown/);

    await page.getByRole('region', { name: 'Next' }).getByText('Warning').waitFor();
    const ofContract = await warning.textContent();
    await follow('/requests');
    await page.getByRole('list', { name: 'Requests' }).locator(warning).click();
    await page.getByRole('heading', { level: 1, name: 'addMilestones' }).waitFor();

    expect(await warning.textContent()).toBe(ofContract?.replace('(', '(milestones[0].'));
  });

  test('wait for invitations, which one party or all accept, and name people with their codes', async () => {
    const tenant = await newTenant();
    await tenant.control.changeSettings({ invitations: true });
    const { page, sellerPhone } = await openContract(tenant);
    const [otp] = await tenant.control.otps(sellerPhone);

    const people = page.getByRole('list', { name: 'People' }).getByRole('listitem');
    const seller = people.filter({ hasText: 'Sara Seller' });
    await seller.getByRole('button', { name: `Copy ${otp?.otp}` }).waitFor();
    await page.getByRole('button', { name: 'Accept for Sara Seller' }).click();
    await page.getByRole('button', { name: 'Accept for Sara Seller' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Accept for all' }).click();
    await page.getByRole('button', { name: 'Pay as Basil Buyer' }).waitFor();

    const { organizationName } = await tenant.control.settings();
    expect(await people.nth(2).textContent()).toContain(`${organizationName}Broker`);
  });

  test('PAY-2 link to the checkout, and confirm a pending bank transfer once, however often it is clicked', async () => {
    const tenant = await newTenant();
    const { page, milestoneId, buyerPhone } = await openContract(tenant);
    await page.getByText('Payment has not been started yet', { exact: true }).waitFor();

    const { data } = (await startPayment(tenant, { milestoneId })).body;
    await page.getByText('Payment has not been started yet', { exact: true }).waitFor({ state: 'detached' });
    const link = await page.getByRole('link', { name: 'Open the checkout' }).getAttribute('href');
    const { ticket } = (await requestTicket(tenant, { phone: buyerPhone, shortId: shortIdOf(data) })).body;
    const buyer = createPageClient(tenant);
    const checkout = await buyer.open(`${data}&ticket=${encodeURIComponent(ticket)}`);
    await buyer.submit(checkout, { step: 'pay', method: 'MANUAL_BANK_TRANSFER' });
    await page.getByText('bank transfer is pending', { exact: true }).waitFor();
    const payments: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith(`${milestoneId}/pay`)) payments.push(request.method());
    });
    await page.getByRole('button', { name: 'Confirm the transfer from Basil Buyer' }).dblclick();
    await page.getByText('holds 1,000.00', { exact: true }).waitFor();

    expect(link).toBe(data);
    expect(payments).toEqual(['POST']);
  });
});

describe('requests', () => {
  test('say why a call was refused, and how to send it again', async () => {
    const tenant = await newTenant();
    const contractId = await createParent(tenant);
    await sharedPage().context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const { page } = await open(tenant);
    const milestones = [milestoneRequest({ isInspectable: true, type: undefined })];
    await send(tenant, 'addMilestones', { path: { contractId }, body: { milestones } });

    await page.getByRole('link', { name: /^refused/ }).click();
    await page.getByRole('list', { name: 'Requests' }).getByText('(and 1 more)').click();
    await page.getByText(/^The call breaks 2 rules: .*MILESTONE-3/).waitFor();
    await page.getByText('A milestone with paymentMethods, isDeliverable or isInspectable is rejected').waitFor();
    await page.getByText('Stated by the service (Resources, Milestone').waitFor();
    await page.getByText('What to do:').first().waitFor();
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await page.getByText('Copied').waitFor({ state: 'attached' });
    const curl: string = await page.evaluate('navigator.clipboard.readText()');

    expect(curl).toContain(`'${tenant.url}/api/external/contracts/${contractId}/milestones'`);
    expect(curl).toContain('Bearer $CLIENT_ADMIN_TOKEN');
    expect(curl).not.toContain(tenant.credentials.tokens.clientAdmin);
    expect(curl).toContain('"isInspectable": true');
  });

  test('say that a path does not exist, and that no rule of the service is broken', async () => {
    const tenant = await newTenant();
    const headers = { authorization: `Bearer ${tenant.credentials.tokens.clientAdmin}` };
    await fetch(`${tenant.url}/api/external/contract`, { method: 'POST', headers });
    const { page } = await open(tenant, { path: '/requests?outcome=refused' });

    await page.getByRole('listitem').filter({ hasText: 'POST /api/external/contract' }).click();
    await page.getByText('The document has no such path.').first().waitFor();
    await page.getByRole('region', { name: 'Answer' }).getByText('"error": ').waitFor();

    expect(await page.getByText('breaks rule').count()).toBe(0);
  });

  test('are shown as text, whatever they contain', async () => {
    const markup = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
    const tenant = await newTenant();
    const { milestoneId, buyerPhone } = await openPurchase(tenant, { title: markup });
    const names = { firstName: markup, lastName: markup };
    await send(tenant, 'registerCustomer', { body: { phoneNumber: buyerPhone, ...names } });
    await send(tenant, 'createContract', { body: { [markup]: markup, type: markup } });
    const { requests } = await tenant.control.requests({ outcome: 'refused' });
    const { page, complaints, follow } = await open(tenant);

    for (const path of ['/contracts', `/requests/${requests[0]?.id}`, `/contracts/${milestoneId}`]) {
      await follow(path);
      expect(await page.locator('main img, main script').count(), path).toBe(0);
    }

    expect(await page.title()).toContain('Escrow sandbox');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(markup);
    expect(complaints).toEqual([]);
  });
});

describe('deliveries', () => {
  test('HOOK-4 say why a webhook did not arrive, step by step until it does', async () => {
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
    await page.getByRole('button', { name: `Advance the clock by ${firstRetry} s` }).click();
    await page.getByText('It arrived').waitFor();

    expect(receiver().events).toHaveLength(2);
    const [first, second, third, last] = [0, ...retryDelaysInSeconds];
    expect(waiting).toEqual([
      expect.stringMatching(`^Attempt 1 after ${first} sAnswered 500\\d`),
      expect.stringMatching(`^Attempt 2 after ${second} sDue in ${second} s\\d`),
      `Attempt 3 after ${third} sIf the previous one fails`,
      `Attempt 4 after ${last} sIf the previous one fails`,
    ]);
  });

  test('say that all attempts failed, and send the webhook again', async () => {
    const tenant = await newTenant();
    receiver().answer = (response) => void response.writeHead(401).end();
    await tenant.control.freeze();
    await tenant.control.setWebhook(receiver().url);
    const { milestoneId } = await openPurchase(tenant);
    await tenant.control.pay(milestoneId);
    await tenant.control.advance(lastRetry);
    const { page } = await open(tenant);

    await page.getByRole('link', { name: /A webhook failed/ }).click();
    const list = page.getByRole('list', { name: 'Deliveries' });
    await list.getByText(`All ${attemptsInSeconds.length} attempts failed`).click();
    await page.getByText('Compare its webhook secret').waitFor();
    receiver().answer = (response) => void response.writeHead(200).end();
    await page.getByRole('button', { name: 'Redeliver' }).click();
    await page.getByText('It arrived').waitFor();

    const attempts = page.getByRole('heading', { name: /^Attempt \d/ });
    expect(await attempts.count()).toBe(attemptsInSeconds.length + 1);
  });
});

describe('the clock', () => {
  /** A time to type into a field, in the time zone of this machine. */
  function localText(at: number): string {
    return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
  }

  test('HOOK-4 is frozen, advanced to the next scheduled time, to a time and by seconds, and resumed', async () => {
    receiver().answer = (response) => void response.writeHead(500).end();
    const { tenant, page } = await openNew({ path: '/clock' });
    const due = page.getByRole('list', { name: 'Scheduled' });
    const advance = page.getByRole('button', { name: 'Advance', exact: true });
    await page.getByRole('button', { name: 'Freeze' }).click();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    const { now: start } = await tenant.control.clock();
    const { milestoneId } = await openPurchase(tenant);
    await tenant.control.setWebhook(receiver().url);
    await tenant.control.pay(milestoneId);
    await tenant.control.drain();

    await due.getByText('Attempt 2 of Paid PAID').waitFor();
    await page.getByRole('button', { name: 'To the next scheduled time' }).click();
    await due.getByText('Attempt 3 of Paid PAID').waitFor();
    const { now: afterNext } = await tenant.control.clock();
    const [{ dueAt = 0 } = {}] = (await tenant.control.due()).due;
    await page.getByLabel('Or to a time').fill(localText(dueAt + 1000));
    await advance.click();
    await due.getByText('Attempt 4 of Paid PAID').waitFor();
    await page.getByLabel('Seconds').fill(`${lastRetry}.5`);
    await advance.click();
    await page.getByText('Nothing is scheduled.').waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Freeze' }).waitFor();

    expect(afterNext).toBe(start + firstRetry * 1000);
    expect(receiver().events).toHaveLength(attemptsInSeconds.length);
    const atLeast = Math.floor(dueAt / 1000) * 1000 + 1000 + lastRetry * 1000 + 500;
    const { now, isFrozen } = await tenant.control.clock();
    expect(isFrozen).toBe(false);
    expect(now).toBeGreaterThanOrEqual(atLeast);
  });

  test('has faults: a form that knows every kind adds them, and they are removed one by one', async () => {
    const { tenant, page } = await openNew({ path: '/clock' });
    const kind = page.getByLabel('Kind');
    const kinds = await kind.locator('option').allTextContents();

    await page.getByLabel('Status').fill('200');
    await page.getByLabel('Times').fill('3');
    await page.getByRole('button', { name: 'Add the fault' }).click();
    await page.getByRole('alert').getByText('The fault was not added').waitFor();
    const times = await page.getByLabel('Times').inputValue();
    await page.getByLabel('Status').fill('503');
    await page.getByRole('button', { name: 'Add the fault' }).click();
    await page.getByText('webhook: status 503, 3 more times').waitFor();
    await page.getByLabel('Target').selectOption('createContract');
    await kind.selectOption('reset');
    await page.getByLabel('When').selectOption('after');
    await page.getByRole('button', { name: 'Add the fault' }).click();
    await page.getByText('createContract: reset, after the call is handled').waitFor();
    // Another tab, whose change this one has not read yet.
    await page.route('**/faults', (route) => (route.request().method() === 'GET' ? undefined : route.continue()));
    await tenant.control.addFault({ target: 'webhook', kind: 'duplicate' });
    await page.getByRole('button', { name: 'Remove the fault status for webhook' }).click();
    await page.getByText('Fault removed').waitFor();

    expect(times).toBe('3');
    expect(kinds).toEqual(['status', 'latency', 'reset', 'drop', 'duplicate', 'reorder']);
    expect(await tenant.control.faults()).toMatchObject([
      { target: 'createContract', kind: 'reset', when: 'after' },
      { target: 'webhook', kind: 'duplicate' },
    ]);
  });
});

test('the overview counts milestones, requests and deliveries as their lists do, and shows the last ten things', async () => {
  receiver().answer = (response) => void response.writeHead(500).end();
  const tenant = await newTenant();
  await fillTenant(tenant, receiver().url);
  await tenant.control.setFaults([{ target: 'registerCustomer', kind: 'status', status: 503, times: 1 }]);
  await registerCustomer(tenant, '+966500000099');
  const { page, follow } = await open(tenant);
  const items = (name: string) => page.getByRole('list', { name, exact: true }).getByRole('listitem');

  const names = ['Milestones by state', 'Requests by state', 'Deliveries by state'];
  const shown = await Promise.all(names.map((name) => items(name).allTextContents()));
  const readCount = (text: string): [string, number] => [text.replace(/ *\d+$/, ''), Number(/\d+$/.exec(text))];
  const counts = shown.flat().map(readCount);
  // One of each list here, all in soak.
  const followed = shown.flatMap((list) => list.map(readCount).slice(0, repeats({ test: 1, soak: list.length })));
  const happened = await items('Recent activity').count();
  for (const [name, count] of followed) {
    await follow('');
    await page.getByRole('link', { name: new RegExp(`^${name} *${count}$`) }).click();
    await page.getByRole('heading', { level: 1, name: /^(Contracts|Requests|Deliveries)$/ }).waitFor();
    await expect.poll(() => page.getByRole('main').locator('.list li').count(), { message: name }).toBe(count);
  }

  expect(happened).toBe(10);
  expect(Object.fromEntries(counts)).toMatchObject({ Created: 1, Completed: 1, refused: 2, failed: 1, Delivered: 0 });
});

test('what needs attention is one list: milestones past their deadline, and those waiting longest', async () => {
  const tenant = await newTenant();
  const milestone = { deadLine: '2020W011T00Z', itemDetail: { title: 'Deposit', description: 'Half' } };
  await createMilestone(tenant, milestone, { itemDetail: { title: 'Villa in Riyadh', description: 'For a week' } });
  await createMilestone(tenant, { itemDetail: { title: 'Lamp', description: '' } });
  const { page } = await open(tenant);

  const rows = page.getByRole('list', { name: 'Needs attention' }).getByRole('listitem');
  await rows.nth(1).waitFor();

  expect(await rows.allTextContents()).toEqual([
    expect.stringMatching(/Deposit.*Villa in Riyadh · deadline passed \d+ d ago/),
    expect.stringMatching(/Lamp.*waiting, last changed/),
  ]);
});

describe('the menu of the tenant', () => {
  test('HOOK-6 sets and removes the webhook URL, whose secret parts it never shows, and resets after a confirmation', async () => {
    const { tenant, page } = await openNew();
    await openPurchase(tenant);
    await page.getByRole('button', { name: /^Tenant/ }).click();

    await page.getByLabel('Webhook URL').fill('http://user:password@127.0.0.1:1/events?key=secret-1');
    await page.getByRole('button', { name: 'Save the URL' }).click();
    await page.getByRole('button', { name: 'Copy http://127.0.0.1:1/events?key=[redacted]' }).waitFor();
    const shown = await page.content();
    await page.getByRole('button', { name: 'Remove the URL' }).click();
    await page.getByText('None is set.').waitFor();
    const reset = page.getByRole('button', { name: `Reset ${tenant.control.tenant}` });
    page.once('dialog', (dialog) => dialog.dismiss());
    await reset.click();
    const before = await tenant.control.describe();
    page.once('dialog', (dialog) => dialog.accept());
    await reset.click();
    await page.getByText(`${tenant.control.tenant} was reset`).waitFor();

    expect(shown).not.toContain('secret-1');
    expect(before).toMatchObject({ webhookUrl: null, counts: { milestones: 1 } });
    expect(await tenant.control.describe()).toMatchObject({ counts: { milestones: 0 } });
  });

  test('creates a tenant, whose credentials it shows once, and switches to it', async () => {
    const { page } = await open(sandbox());
    await page.getByRole('button', { name: /^Tenant/ }).click();

    await page.getByLabel('New tenant').fill('my-test');
    await page.getByRole('button', { name: 'Create the tenant' }).click();
    const credentials = await page.getByRole('region', { name: 'Credentials of my-test' }).textContent();
    await page.getByRole('combobox', { name: 'Tenant' }).selectOption('my-test');
    await page.getByText('Activity in tenant my-test').waitFor();

    expect(JSON.parse(credentials ?? '').tokens.organization).toMatch(/^org_/);
    await fetch(`${sandbox().url}/_sandbox/tenants/my-test`, { method: 'DELETE' });
  });
});

describe('an open page', () => {
  test('shows a new state, a delivery, the clock, a reset and a deletion without a reload', async () => {
    const tenant = await newTenant();
    const { page, milestoneId } = await openContract(tenant);
    await page.getByText('Live', { exact: true }).waitFor();

    await tenant.control.pay(milestoneId);
    await page.getByText('holds 1,000.00', { exact: true }).waitFor();
    await page.getByRole('list', { name: 'Deliveries' }).getByText('No webhook URL set').waitFor();
    await tenant.control.freeze();
    await page.getByText('Frozen', { exact: true }).waitFor();
    await tenant.control.reset();
    await page.getByText(`No contract with this ID in tenant ${tenant.control.tenant}.`).waitFor();
    await tenant.control.deleteTenant();
    await page.getByRole('heading', { name: `There is no tenant ${tenant.control.tenant}` }).waitFor();
    await page.getByRole('link', { name: 'Show the default tenant' }).click();

    await page.getByText('Live', { exact: true }).waitFor();
  });

  test('asks for the control token of a sandbox, refuses a wrong one, and says that the sandbox does not answer', async () => {
    const own = await startSandbox({ controlToken: 'control-token-1' });
    onTestFinished(() => own.close());
    const page = sharedPage();
    await page.goto(own.url);

    await page.getByLabel('Control token').fill('control-token-2');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('The sandbox does not know this token').waitFor();
    await page.getByLabel('Control token').fill('control-token-1');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Live', { exact: true }).waitFor();
    await page
      .getByRole('link', { name: /^Clock/ })
      .first()
      .click();
    await own.close();
    await page.getByRole('button', { name: '1 hour' }).click();

    await page.getByText('Reconnecting').waitFor();
    await page.getByText('The sandbox does not answer. Is it still running?').first().waitFor();
    expect(await page.getByRole('button', { name: 'Freeze' }).count()).toBe(1);
  });
});

test('the page of a contract has no violation that axe finds, fits a phone and obeys its policy', async () => {
  const { page, complaints } = await openContract(await newTenant());

  const violations = await findViolations(page);
  await page.setViewportSize({ width: 390, height: 740 });

  expect(violations).toEqual([]);
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(390);
  expect(complaints).toEqual([]);
});
