import { partiesOf, text, value } from './values.ts';

// Requests that the service accepts. What is called `…OnWire` has what the client fills in.

/** A customer to register. */
export const registration = { phoneNumber: value('phoneNumber'), firstName: 'Sara', lastName: 'Seller' };

/** A user of the legacy sign-up. */
export const signUp = {
  phoneNumber: value('phoneNumber'),
  firstName: 'Badr',
  lastName: 'Buyer',
  clientUserId: text`buyer-${'phoneNumber'}`,
};

/** The query that starts a payment. */
export const paymentQuery = { redirectUrl: 'https://shop.example/orders/1001?paid=maybe', paymentType: 'PURCHASE' };

const terms = {
  currency: 'SAR',
  itemDetail: { title: 'Order 1001', description: 'A handmade table' },
  returnPolicy: 'NO_RETURN',
  returnFeePayee: 'PROVIDER',
  serviceTermsAccepted: true as const,
};

export const parent = { ...terms, contractClassification: 'BASIC' };
export const parentOnWire = {
  ...parent,
  type: 'COMPLEX_CONTRACT',
  senderRole: 'BROKER',
  itemPrice: 0,
  isParent: true,
};

export const milestone = { ...terms, itemPrice: 1000, deadLine: '2030-01-01T00:00:00Z' };
export const milestoneOnWire = {
  ...milestone,
  deadLine: text`${'deadLineDay'}T00:00:00Z`,
  type: 'MILESTONE_CONTRACT',
  senderRole: 'BROKER',
};

export const customer = {
  phoneNumber: value('buyerPhone'),
  role: 'CUSTOMER',
  amount: 1000,
  arbitrator: false,
  isSender: true,
};
export const provider = { phoneNumber: value('sellerPhone'), role: 'PROVIDER', amount: 950 };
export const broker = {
  phoneNumber: value('brokerPhone'),
  role: 'BROKER',
  amount: 50,
  arbitrator: true,
  isSender: true,
};

/** The parties of one milestone. */
export const onOneMilestone = partiesOf({ milestoneId: [customer, provider, broker] });

/** A user of the Users API. */
export const user = {
  email: value('email'),
  phone: value('phoneNumber'),
  name: 'Badr Buyer',
  metadata: { customerNumber: '8' },
};
