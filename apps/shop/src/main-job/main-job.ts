import { createEscrowClient } from '@escrow-kit/client';
import { createMemoryJournal } from '@escrow-kit/client/memory';
import { startSandbox } from '@escrow-kit/sandbox';
import { serveEvents } from './event-endpoint.ts';
import { createTimeline } from './timeline.ts';

// `npm start`: the five steps of an integration, against a sandbox in this process.
const [buyer, seller, broker] = ['+966500000001', '+966500000002', '+966500000003'];
const users = {
  seller: {
    phoneNumber: seller,
    firstName: 'Sara',
    lastName: 'Seller',
    bankAccount: { iban: 'SA0380000000608010167519', beneficiaryName: 'Sara Seller', nationalId: '1000000001' },
    address: { addressLabel: 'WORK', countryCode: 'SA', city: 'Riyadh', street: 'King Fahd Road' },
  },
  buyer: {
    phoneNumber: buyer,
    firstName: 'Badr',
    lastName: 'Buyer',
    bankAccount: { iban: 'SA4420000001234567891234', beneficiaryName: 'Badr Buyer', nationalId: '1000000002' },
    address: { addressLabel: 'HOME', countryCode: 'SA', city: 'Jeddah' },
  },
  broker: { phoneNumber: broker, firstName: 'Omar', lastName: 'Operator' },
};

const timeline = createTimeline((line) => process.stdout.write(`${line}\n`));
const webhookSecret = 'whsec_demo';
const events = await serveEvents(webhookSecret);
const sandbox = await startSandbox({ webhookUrl: events.url, webhookSecret });
const { control } = sandbox;
const { flows } = createEscrowClient({
  baseUrl: sandbox.url,
  ...sandbox.credentials,
  journal: createMemoryJournal(), // lost with the process; use a durable one in a shop
  defaults: {
    currency: 'SAR',
    contractClassification: 'BASIC',
    returnPolicy: 'NO_RETURN',
    returnFeePayee: 'PROVIDER',
    serviceTermsAccepted: true,
    broker,
  },
  observer: timeline.observer,
});

try {
  await runMainJob();
} finally {
  await sandbox.close();
  await events.close();
}

async function runMainJob(): Promise<void> {
  timeline.begin(`The main job of an escrow integration, against the sandbox at ${sandbox.url}.`);
  timeline.step(1, 'Authenticate: the client sends the right token with each call');

  timeline.step(2, 'Register seller, buyer and broker, with bank accounts and addresses for payouts and refunds');
  for (const [key, user] of Object.entries(users)) {
    const { serviceUserId } = await flows.onboardCustomer(user, { key });
    timeline.note(`${key}: serviceUserId ${serviceUserId}`);
  }

  timeline.step(3, 'Open a contract with two milestones and their parties');
  const deadline = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000);
  const parts = [
    { title: 'Deposit', price: 0.3, commission: 0.2, deadline, buyer, seller },
    { title: 'Delivery', price: 1499.99, commission: { rate: 0.05 }, deadline, buyer, seller },
  ] as const;
  const contract = await flows.openContract({ title: 'Order 1001', milestones: parts }, { key: 'order-1001' });
  timeline.note(`contract ${contract.contractId}`);
  for (const { id, status, itemPrice } of contract.milestones) {
    timeline.note(`milestone ${id}: ${status}, the buyer pays ${itemPrice} SAR`);
  }

  timeline.step(4, 'Take the payment for each milestone');
  for (const { id: milestoneId } of contract.milestones) {
    const returnUrl = 'https://shop.example/orders/1001?paid=1';
    const { redirectUrl, shortId, paymentMethods } = await flows.checkout({ milestoneId, buyer, returnUrl });
    timeline.note(`milestone ${milestoneId}: shortId ${shortId}, payment methods ${paymentMethods.join(', ')}`);
    timeline.note('the buyer is redirected to the checkout with a ticket (not printed), consents and pays');
    await payAsBuyer(redirectUrl.reveal());
    await noteEvent(milestoneId, 'PAID');
  }

  timeline.step(5, 'Settle: the service releases the money');
  for (const { id: milestoneId } of contract.milestones) {
    await control.release(milestoneId);
    await noteEvent(milestoneId, 'CASHOUT_IN_PROGRESS');
    await control.complete(milestoneId);
    await noteEvent(milestoneId, 'COMPLETED');
  }
  timeline.end();
}

async function payAsBuyer(checkoutUrl: string): Promise<void> {
  const { session } = await control.openCheckout(checkoutUrl);
  await control.giveCheckoutConsent(session, true);
  await control.payCheckout(session);
}

async function noteEvent(milestoneId: string, status: 'PAID' | 'CASHOUT_IN_PROGRESS' | 'COMPLETED'): Promise<void> {
  await events.waitFor(milestoneId, status);
  timeline.note(`webhook received, verified and stored: ${status} of milestone ${milestoneId}`);
}
