import { createEscrowClient } from '@escrow-kit/client';
import { createMemoryJournal } from '@escrow-kit/client/memory';
import type { Sandbox } from '@escrow-kit/sandbox';

/** A started payment of a buyer who has given consent. */
export interface StartedPayment {
  paymentUrl: string;
  paymentUrlWithTicket: string;
  customerToken: string;
}

const [buyer, seller, broker] = ['+966500000001', '+966500000002', '+966500000003'];

/** Starts a payment, up to the redirect to the checkout. */
export async function startPayment({ url, control, credentials }: Sandbox): Promise<StartedPayment> {
  const { clientId, clientSecret, tokens } = credentials;
  const { customers, flows } = createEscrowClient({
    baseUrl: url,
    clientId,
    clientSecret,
    tokens: { organization: tokens.organization, clientAdmin: tokens.clientAdmin },
    journal: createMemoryJournal(),
    defaults: {
      currency: 'SAR',
      contractClassification: 'BASIC',
      returnPolicy: 'NO_RETURN',
      returnFeePayee: 'PROVIDER',
      serviceTermsAccepted: true,
      broker,
    },
  });
  for (const phoneNumber of [buyer, seller, broker]) await customers.register({ phoneNumber });
  await control.setConsent(buyer, 'GRANTED');
  const milestone = { title: 'A table', price: 100, commission: 10, deadline: '2099-01-01T00:00:00Z', buyer, seller };
  const { milestones } = await flows.openContract({ title: 'A table', milestones: [milestone] }, { key: 'order' });
  const checkout = await flows.checkout({
    milestoneId: milestones[0].id,
    buyer,
    returnUrl: 'https://shop.example/return',
  });
  return {
    paymentUrl: checkout.checkoutUrl,
    paymentUrlWithTicket: checkout.redirectUrl.reveal(),
    customerToken: await control.customerToken(buyer),
  };
}
