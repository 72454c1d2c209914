import { createEscrowClient, type Flows } from '@escrow-kit/client';
import { createMemoryJournal } from '@escrow-kit/client/memory-journal';
import type { KnownStatus } from '@escrow-kit/webhooks';
import type { EventEndpoint } from './received-events.ts';
import { createTimeline, type Timeline } from './timeline.ts';

/** A service to run the main job against, its credentials, and the actions of the other parties. */
export interface Service {
  url: string;
  organizationToken: string;
  clientAdminToken: string;
  clientId: string;
  clientSecret: string;
  /** Where the service sends its events. */
  events: Pick<EventEndpoint, 'waitFor'>;
  /** Does what the buyer's browser does at the checkout: consents and pays. */
  buyer: { pay(checkoutUrl: string): Promise<void> };
  /** Does what the service's operator does once the goods are delivered. */
  operator: { release(milestoneId: string): Promise<unknown>; complete(milestoneId: string): Promise<unknown> };
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

/** Thirty days from now, in the format of the service. */
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

/** Runs the five steps of an integration and says what happened. */
export async function runMainJob(service: Service, print: (line: string) => void): Promise<void> {
  const timeline = createTimeline(print);
  const { flows } = createEscrowClient({
    baseUrl: service.url,
    clientId: service.clientId,
    clientSecret: service.clientSecret,
    tokens: { organization: service.organizationToken, clientAdmin: service.clientAdminToken },
    observer: timeline.observer,
  });
  timeline.step(1, 'Authenticate: the client sends the token that each call takes');
  await registerUsers(flows, timeline);
  const milestoneIds = await openContract(flows, timeline);
  for (const milestoneId of milestoneIds) await takePayment({ flows, timeline, service, milestoneId });
  timeline.step(5, 'Settle: the service releases the money');
  for (const milestoneId of milestoneIds) await settle({ timeline, service, milestoneId });
  timeline.end();
}

async function registerUsers(flows: Flows, timeline: Timeline): Promise<void> {
  timeline.step(2, 'Register the seller and the buyer, each with a bank account and an address');
  const journal = createMemoryJournal();
  for (const [name, user] of Object.entries({ seller, buyer })) {
    const { serviceUserId } = await flows.onboardCustomer(user, { key: name, journal });
    timeline.note(`${name}: serviceUserId ${serviceUserId}`);
  }
}

async function openContract(flows: Flows, timeline: Timeline): Promise<string[]> {
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
  const contract = await flows.openContract(
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

interface MilestoneStep {
  flows: Flows;
  timeline: Timeline;
  service: Service;
  milestoneId: string;
}

async function takePayment({ flows, timeline, service, milestoneId }: MilestoneStep): Promise<void> {
  timeline.step(4, `Take the payment of milestone ${milestoneId}`);
  const checkout = await flows.checkout({
    milestoneId,
    buyerPhone: buyer.customer.phoneNumber,
    redirectUrl: 'https://shop.example/orders/1001?paid=1',
  });
  timeline.note(`shortId ${checkout.shortId}, payment methods ${checkout.paymentMethods.join(', ')}`);
  timeline.note('the buyer is redirected to the checkout with a ticket, which is not shown here, consents and pays');
  await service.buyer.pay(checkout.checkoutRedirectUrl.reveal());
  await noteEvent({ timeline, service, milestoneId }, 'PAID');
}

type EventStep = Omit<MilestoneStep, 'flows'>;

async function settle(step: EventStep): Promise<void> {
  await step.service.operator.release(step.milestoneId);
  await noteEvent(step, 'CASHOUT_IN_PROGRESS');
  await step.service.operator.complete(step.milestoneId);
  await noteEvent(step, 'COMPLETED');
}

async function noteEvent({ timeline, service, milestoneId }: EventStep, status: KnownStatus): Promise<void> {
  await service.events.waitFor(milestoneId, status);
  timeline.note(`webhook received, verified and stored: ${status} of milestone ${milestoneId}`);
}
