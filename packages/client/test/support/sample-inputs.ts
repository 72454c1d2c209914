import type { components, Milestone, ParentContract, Party } from '../../src/index.ts';

type Schemas = components['schemas'];

// The input of a caller, without values that the service fixes.
export const customer: Schemas['RegisterCustomerRequest'] = {
  phoneNumber: '+966500000011',
  firstName: 'Noor',
  lastName: 'Buyer',
};

export const bankAccount: Schemas['BankAccount'] = {
  iban: 'SA0380000000608010167519',
  currency: 'SAR',
  beneficiaryName: 'Sami Seller',
  nationalId: '1098765432',
};

export const address: Schemas['Address'] = { addressLabel: 'HOME', countryCode: 'SA' };

export const parent: ParentContract = {
  contractClassification: 'BASIC',
  currency: 'SAR',
  itemDetail: { title: 'Car', description: 'A used car' },
  returnPolicy: 'NO_RETURN',
  returnFeePayee: 'PROVIDER',
  serviceTermsAccepted: true,
};

export const milestone: Milestone = {
  itemDetail: { title: 'Deposit', description: 'First half' },
  itemPrice: 1000,
  currency: 'SAR',
  returnPolicy: 'NO_RETURN',
  returnFeePayee: 'PROVIDER',
  deadLine: '2031-05-06T07:08:09Z',
  serviceTermsAccepted: true,
};

export const buyer: Party = { phoneNumber: '+966500000011', role: 'CUSTOMER', amount: 1000 };
export const seller: Party = { phoneNumber: '+966500000012', role: 'PROVIDER', amount: 950 };
export const broker: Party = { phoneNumber: '+966500000013', role: 'BROKER', amount: 50 };
export const parties: Party[] = [buyer, seller, broker];

export const checkoutUrl =
  'https://checkout.escrow.example/external/aB3xK9?client_id=shop-client&payment_methods=MANUAL_BANK_TRANSFER,CARD';
