import { createEscrowClient, createMemoryJournal, type EscrowClient, type Hooks } from '@escrow-kit/client';
import { createTimeline, type Timeline } from './timeline.ts';

/** A service to run the main job against, and the credentials it accepts. */
export interface Service {
  url: string;
  organizationToken: string;
  clientAdminToken: string;
  clientId: string;
  clientSecret: string;
  /** Headers to add to a request, as a mock needs them to choose an example. */
  onRequest?: Hooks['onRequest'];
}

const seller = {
  customer: { phoneNumber: '+966500000001', firstName: 'Sara', lastName: 'Seller' },
  bankAccount: {
    iban: 'SA0380000000608010167519',
    currency: 'SAR',
    beneficiaryName: 'Sara Seller',
    nationalId: '1000000001',
  },
  address: { addressLabel: 'WORK', countryCode: 'SA', city: 'Riyadh', street: 'King Fahd Road' },
};
const buyer = {
  customer: { phoneNumber: '+966500000002', firstName: 'Badr', lastName: 'Buyer' },
  bankAccount: {
    iban: 'SA4420000001234567891234',
    currency: 'SAR',
    beneficiaryName: 'Badr Buyer',
    nationalId: '1000000002',
  },
  address: { addressLabel: 'HOME', countryCode: 'SA', city: 'Jeddah' },
};
const brokerPhone = '+966500000003';

const terms = {
  currency: 'SAR',
  returnPolicy: 'NO_RETURN',
  returnFeePayee: 'PROVIDER',
  serviceTermsAccepted: true,
} as const;

/** Thirty days from now, in the form that the service takes. */
const deadLine = (): string => new Date(Date.now() + 30 * 24 * 60 * 60 * 1000).toISOString();

/** A milestone whose price is split between the seller and the organization, exact to the halala. */
function milestone(title: string, price: number, split: { seller: number; organization: number }) {
  return {
    milestone: {
      ...terms,
      itemDetail: { title, description: `${title} of the order` },
      itemPrice: price,
      deadLine: deadLine(),
    },
    parties: [
      { role: 'CUSTOMER', phoneNumber: buyer.customer.phoneNumber, amount: price },
      { role: 'PROVIDER', phoneNumber: seller.customer.phoneNumber, amount: split.seller },
      { role: 'BROKER', phoneNumber: brokerPhone, amount: split.organization },
    ] as const,
  };
}

/** Runs the five steps of an integration, as far as the service goes, and says what happened. */
export async function runMainJob(service: Service, print: (line: string) => void): Promise<void> {
  const timeline = createTimeline(print);
  const escrow = createEscrowClient({
    hosts: service.url,
    clientId: service.clientId,
    clientSecret: service.clientSecret,
    tokens: { organization: service.organizationToken, clientAdmin: service.clientAdminToken },
    hooks: { ...timeline.hooks, ...(service.onRequest && { onRequest: service.onRequest }) },
  });
  timeline.step(1, 'Authenticate: the client sends the token that each call takes');
  await registerUsers(escrow, timeline);
  const milestoneIds = await openContract(escrow, timeline);
  for (const milestoneId of milestoneIds) await takePayment(escrow, timeline, milestoneId);
  timeline.step(5, 'Settle: the service releases the money');
  timeline.note('it reports PAID, CASHOUT_IN_PROGRESS and COMPLETED by webhook; the mock has no state and sends none');
  timeline.end();
}

async function registerUsers(escrow: EscrowClient, timeline: Timeline): Promise<void> {
  timeline.step(2, 'Register the seller and the buyer, each with a bank account and an address');
  const journal = createMemoryJournal();
  for (const [name, user] of Object.entries({ seller, buyer })) {
    const { serviceUserId } = await escrow.flows.onboardCustomer(user, { key: name, journal });
    timeline.note(`${name}: serviceUserId ${serviceUserId}`);
  }
}

async function openContract(escrow: EscrowClient, timeline: Timeline): Promise<string[]> {
  timeline.step(3, 'Open a contract of two milestones with their parties');
  const parent = {
    ...terms,
    contractClassification: 'BASIC',
    itemDetail: { title: 'Order 1001', description: 'A handmade table' },
  };
  const milestones = [
    milestone('Deposit', 0.3, { seller: 0.1, organization: 0.2 }),
    milestone('Delivery', 1499.99, { seller: 1425.49, organization: 74.5 }),
  ];
  const contract = await escrow.flows.openContract(
    { parent, milestones: milestones.map(({ milestone, parties }) => ({ milestone, parties: [...parties] })) },
    { key: 'order-1001', journal: createMemoryJournal() },
  );
  timeline.note(`contract ${contract.contractId}`);
  for (const [index, { milestone, parties }] of milestones.entries()) {
    const created = contract.milestones[index];
    const [paid, ...received] = parties.map(({ amount }) => amount);
    timeline.note(`milestone ${created?.id}: ${created?.status}, ${milestone.itemDetail.title}`);
    timeline.note(`  the buyer pays ${paid} SAR, the seller and the organization get ${received.join(' + ')} SAR`);
  }
  return contract.milestones.map(({ id }) => id);
}

async function takePayment(escrow: EscrowClient, timeline: Timeline, milestoneId: string): Promise<void> {
  timeline.step(4, `Take the payment of milestone ${milestoneId}`);
  const checkout = await escrow.flows.checkout({
    milestoneId,
    buyerPhone: buyer.customer.phoneNumber,
    redirectUrl: 'https://shop.example/orders/1001?paid=1',
  });
  timeline.note(`shortId ${checkout.shortId}, payment methods ${checkout.paymentMethods.join(', ')}`);
  timeline.note('the buyer is redirected to the checkout with a ticket, which is not shown here');
}
