import { valueExamples } from '../../../src/states/values.ts';
import { placeValue } from './given.ts';

/** A complete address. */
export const address = {
  addressLabel: 'WORK',
  countryCode: 'SA',
  street: 'King Fahd Road',
  district: 'Al Olaya',
  city: 'Riyadh',
  postalCode: '12211',
};

/** A bank account. */
export const bankAccount = {
  iban: valueExamples.iban,
  currency: 'SAR',
  beneficiaryName: 'Sara Seller',
  nationalId: valueExamples.nationalId,
};

const terms = {
  currency: 'SAR',
  itemDetail: { title: 'Order 1001', description: 'A handmade table' },
  returnPolicy: 'NO_RETURN',
  returnFeePayee: 'PROVIDER',
  serviceTermsAccepted: true as const,
};

/** A parent as a user of the client writes it, and as it is sent. */
export const parent = { ...terms, contractClassification: 'BASIC' };
export const parentOnWire = {
  ...parent,
  type: 'COMPLEX_CONTRACT',
  senderRole: 'BROKER',
  itemPrice: 0,
  isParent: true,
};

const deadLine = placeValue('deadLineDay', { after: 'T00:00:00Z' });

/** A milestone as a user of the client writes it, and as it is sent. */
export const milestone = { ...terms, itemPrice: 1000, deadLine: String(deadLine.example) };
export const milestoneOnWire = { ...milestone, deadLine, type: 'MILESTONE_CONTRACT', senderRole: 'BROKER' };

/** The parties of a milestone of this price, as they are sent. */
export const partiesOnWire = {
  customer: {
    phoneNumber: placeValue('buyerPhone'),
    role: 'CUSTOMER',
    amount: 1000,
    arbitrator: false,
    isSender: true,
  },
  provider: { phoneNumber: placeValue('sellerPhone'), role: 'PROVIDER', amount: 950 },
  broker: { phoneNumber: placeValue('brokerPhone'), role: 'BROKER', amount: 50, arbitrator: true, isSender: true },
};

/** Where the buyer returns to. */
export const redirectUrl = 'https://shop.example/orders/1001?paid=maybe';
