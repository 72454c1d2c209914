import { defineFlow } from '../../src/define-flow.ts';
import type { BankAccount, DefinedFlow, ParentContract, RegisteredCustomer } from '../../src/index.ts';

interface StartInput {
  phoneNumber: string;
  bankAccount: BankAccount;
  contract: ParentContract;
}

interface StartResults {
  registerCustomer: RegisteredCustomer;
  addBankAccount: null;
  createContract: string;
}

/** A flow of a shop's own: a step that may be repeated, one without a result, and one that uses an earlier result. */
export const startFlow: DefinedFlow<StartInput, StartResults> = defineFlow<StartInput, StartResults>({
  name: 'shop.start',
  steps: ({ phoneNumber, bankAccount, contract }) => [
    {
      name: 'registerCustomer',
      operation: 'registerCustomer',
      input: () => ({ body: { phoneNumber } }),
      result: (customer) => customer,
    },
    {
      name: 'addBankAccount',
      operation: 'addBankAccount',
      input: ({ registerCustomer: { serviceUserId } }) => ({ path: { serviceUserId }, body: bankAccount }),
    },
    {
      name: 'createContract',
      operation: 'createContract',
      input: () => ({ body: contract }),
      result: ({ data }) => data.id,
    },
  ],
});

export const startInput: StartInput = {
  phoneNumber: '+966500000002',
  bankAccount: {
    iban: 'SA0380000000608010167519',
    currency: 'SAR',
    beneficiaryName: 'Sara',
    nationalId: '1012345678',
  },
  contract: {
    contractClassification: 'BASIC',
    currency: 'SAR',
    itemDetail: { title: 'Bike', description: 'A red one' },
    returnPolicy: 'NO_RETURN',
    returnFeePayee: 'PROVIDER',
    serviceTermsAccepted: true,
  },
};

/** The result of the flow on a new service. */
export const started: StartResults = {
  registerCustomer: { serviceUserId: 1001, userIdentification: 2001 },
  addBankAccount: null,
  createContract: 'contract_1',
};
