import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createEscrowClient } from '@escrow-kit/client';
import { createMemoryJournal } from '@escrow-kit/client/memory';
import { type Sandbox, startSandbox } from '@escrow-kit/sandbox';
import { connectBrowser, startBrowser } from '@escrow-kit/suite/start-browser';
import { repositoryFolder } from './repository-pages.ts';

// Takes the screenshots for the pages, of a sandbox with one purchase. Build the dashboard first.
const folder = join(repositoryFolder, 'docs/images');
const buyerPhone = '+966500000002';
const size = { width: 1100, height: 720 };

mkdirSync(folder, { recursive: true });
const sandbox = await startSandbox();
const server = await startBrowser();
const browser = await connectBrowser(server.endpoint);
try {
  const { milestoneId, checkoutUrl } = await makePurchase(sandbox);
  await sandbox.control.giveConsent(buyerPhone);
  await picture('checkout', checkoutUrl, 'Handmade table');
  await sandbox.control.pay(milestoneId);
  await sandbox.control.release(milestoneId);
  await picture('dashboard-contract', `${sandbox.url}/dashboard/default/contracts/${milestoneId}`, 'Handmade table');
  const { requests } = await sandbox.control.requests({ outcome: 'refused' });
  await picture(
    'dashboard-request',
    `${sandbox.url}/dashboard/default/requests/${requests[0]?.id}`,
    'registerCustomer',
  );
} finally {
  await browser.close();
  await server.stop();
  await sandbox.close();
}

/** Saves a screenshot of a page once it shows a text. */
async function picture(name: string, url: string, text: string): Promise<void> {
  const page = await browser.newPage({ viewport: size, reducedMotion: 'reduce', colorScheme: 'light' });
  await page.goto(url);
  await page.getByText(text).first().waitFor();
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await page.close();
}

/** Makes a call that breaks a rule, opens a contract with one milestone, and starts its payment. */
async function makePurchase({ url, credentials }: Sandbox): Promise<{ milestoneId: string; checkoutUrl: string }> {
  const { clientId, clientSecret, tokens } = credentials;
  const broker = '+966500000003';
  const escrow = createEscrowClient({
    ...{ baseUrl: url, clientId, clientSecret, tokens, journal: createMemoryJournal() },
    defaults: {
      currency: 'SAR',
      contractClassification: 'BASIC',
      returnPolicy: 'NO_RETURN',
      returnFeePayee: 'PROVIDER',
      serviceTermsAccepted: true,
      broker,
    },
  });
  const seller = '+966500000001';
  await escrow.flows.onboardCustomer(
    {
      phoneNumber: seller,
      firstName: 'Sara',
      lastName: 'Seller',
      bankAccount: { iban: 'SA0380000000608010167519', beneficiaryName: 'Sara Seller', nationalId: '1000000001' },
      address: { addressLabel: 'WORK', countryCode: 'SA' },
    },
    { key: 'seller' },
  );
  await escrow.customers.register({ phoneNumber: buyerPhone, firstName: 'Badr', lastName: 'Buyer' });
  await escrow.customers.register({ phoneNumber: broker, firstName: 'Omar', lastName: 'Operator' });
  await escrow.hosts.identity.POST('/realms/service/service-partner/customers', {
    body: { phoneNumber: '0500000002' },
    checks: 'none',
  });
  const item = { title: 'Handmade table', description: 'Oak, 180 by 90 cm' };
  const terms = { price: 1500, commission: 75, deadline: '2030-01-01T00:00:00Z', buyer: buyerPhone, seller };
  const { milestones } = await escrow.flows.openContract(
    { ...item, milestones: [{ ...item, ...terms }] },
    { key: 'order-1001' },
  );
  const milestoneId = milestones[0].id;
  const returnUrl = 'https://shop.example/orders/1001';
  const { redirectUrl } = await escrow.flows.checkout({ milestoneId, buyer: buyerPhone, returnUrl });
  return { milestoneId, checkoutUrl: redirectUrl.reveal() };
}
