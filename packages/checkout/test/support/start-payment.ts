import { createEscrowClient } from '@escrow-kit/client';
import { createMemoryJournal } from '@escrow-kit/client/memory-journal';
import type { Sandbox } from '@escrow-kit/sandbox';

/** A started payment of a buyer who has given consent. */
export interface StartedPayment {
  paymentUrl: string;
  paymentUrlWithTicket: string;
  customerToken: string;
}

const [buyer, seller, broker] = ['+966500000001', '+966500000002', '+966500000003'];
const itemDetail = { title: 'A table', description: 'Oak' };
const terms = {
  currency: 'SAR',
  returnPolicy: 'NO_RETURN',
  returnFeePayee: 'PROVIDER',
  serviceTermsAccepted: true,
} as const;

/** Starts a payment, up to the point where the buyer goes to the checkout. */
export async function startPayment({ url, control, credentials }: Sandbox): Promise<StartedPayment> {
  const { clientId, clientSecret, tokens } = credentials;
  const { customers, flows } = createEscrowClient({
    hosts: url,
    clientId,
    clientSecret,
    tokens: { organization: tokens.organization, clientAdmin: tokens.clientAdmin },
  });
  for (const phoneNumber of [buyer, seller]) await customers.register({ phoneNumber });
  await control.setConsent(buyer, 'GRANTED');
  const { milestones } = await flows.openContract(
    {
      parent: { ...terms, contractClassification: 'BASIC', itemDetail },
      milestones: [
        {
          milestone: { ...terms, itemDetail, itemPrice: 100, deadLine: '2099-01-01T00:00:00Z' },
          parties: [
            { role: 'CUSTOMER', phoneNumber: buyer, amount: 100 },
            { role: 'PROVIDER', phoneNumber: seller, amount: 90 },
            { role: 'BROKER', phoneNumber: broker, amount: 10 },
          ],
        },
      ],
    },
    { key: 'order', journal: createMemoryJournal() },
  );
  const checkout = await flows.checkout({
    milestoneId: milestones[0]?.id ?? '',
    buyerPhone: buyer,
    redirectUrl: 'https://shop.example/return',
  });
  return {
    paymentUrl: checkout.checkoutUrl,
    paymentUrlWithTicket: checkout.checkoutRedirectUrl.reveal(),
    customerToken: await control.customerToken(buyer),
  };
}
