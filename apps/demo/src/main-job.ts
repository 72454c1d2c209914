import { createEscrowClient } from '@escrow-kit/client';
import { createMemoryJournal } from '@escrow-kit/client/memory';
import type { Service } from './service.ts';
import { createTimeline } from './timeline.ts';

const [seller, buyer, broker] = ['+966500000001', '+966500000002', '+966500000003'];
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

/** Runs the five steps of an integration and prints what happens. */
export async function runMainJob(service: Service, print: (line: string) => void): Promise<void> {
  const timeline = createTimeline(print);
  const { flows } = createEscrowClient({
    baseUrl: service.url,
    clientId: service.clientId,
    clientSecret: service.clientSecret,
    tokens: { organization: service.organizationToken, clientAdmin: service.clientAdminToken },
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
  timeline.step(1, 'Authenticate: the client sends the token that each call takes');

  timeline.step(
    2,
    'Register the seller, the buyer and the broker; recipients of money have a bank account and an address',
  );
  for (const [key, user] of Object.entries(users)) {
    const { serviceUserId } = await flows.onboardCustomer(user, { key });
    timeline.note(`${key}: serviceUserId ${serviceUserId}`);
  }

  timeline.step(3, 'Open a contract of two milestones with their parties');
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

  const noteEvent = async (milestoneId: string, status: 'PAID' | 'CASHOUT_IN_PROGRESS' | 'COMPLETED') => {
    await service.events.waitFor(milestoneId, status);
    timeline.note(`webhook received, verified and stored: ${status} of milestone ${milestoneId}`);
  };
  for (const { id: milestoneId } of contract.milestones) {
    timeline.step(4, `Take the payment of milestone ${milestoneId}`);
    const returnUrl = 'https://shop.example/orders/1001?paid=1';
    const { redirectUrl, shortId, paymentMethods } = await flows.checkout({ milestoneId, buyer, returnUrl });
    timeline.note(`shortId ${shortId}, payment methods ${paymentMethods.join(', ')}`);
    timeline.note('the buyer is redirected to the checkout with a ticket (not printed), consents and pays');
    await service.buyer.pay(redirectUrl.reveal());
    await noteEvent(milestoneId, 'PAID');
  }

  timeline.step(5, 'Settle: the service releases the money');
  for (const { id: milestoneId } of contract.milestones) {
    await service.operator.release(milestoneId);
    await noteEvent(milestoneId, 'CASHOUT_IN_PROGRESS');
    await service.operator.complete(milestoneId);
    await noteEvent(milestoneId, 'COMPLETED');
  }
  timeline.end();
}
