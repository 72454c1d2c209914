import {
  type CallOptions,
  type ContractToOpen,
  type CustomerToOnboard,
  createEscrowClient,
  type EscrowClient,
  type Flows,
  type Journal,
  type Party,
} from '../../src/index.ts';
import type { TrueAnswer } from './fake-service.ts';

/** Options that either flow takes. */
export interface OptionsOfEither {
  key: string;
  journal: Journal;
  inDoubt?: TrueAnswer;
  call?: CallOptions;
}

/** A client whose requests go to the given fetch. It sends nothing again, so that each failure is seen. */
export const clientOn = (
  fetch: (request: Request) => Promise<Response>,
  host = 'http://service.example',
): EscrowClient =>
  createEscrowClient({
    baseUrl: host,
    clientId: 'client',
    clientSecret: 'secret',
    tokens: { organization: 'org', clientAdmin: 'adm' },
    retry: { max: 0 },
    fetch,
  });

/** The flows of such a client. */
export const flowsOn = (...client: Parameters<typeof clientOn>): Flows => clientOn(...client).flows;

const partiesFor = (price: number): Party[] => [
  { role: 'CUSTOMER', phoneNumber: '+966500000001', amount: price },
  { role: 'PROVIDER', phoneNumber: '+966500000002', amount: price - 10 },
  { role: 'BROKER', phoneNumber: '+966500000003', amount: 10 },
];

const milestoneOf = (title: string, itemPrice: number): ContractToOpen['milestones'][number] => ({
  milestone: {
    itemDetail: { title, description: `${title} of the bike` },
    itemPrice,
    currency: 'SAR',
    returnPolicy: 'NO_RETURN',
    returnFeePayee: 'PROVIDER',
    deadLine: '2030-01-01T00:00:00Z',
    serviceTermsAccepted: true,
  },
  parties: partiesFor(itemPrice),
});

/** A contract of two milestones, told apart by their price. */
export const contractToOpen: ContractToOpen = {
  parent: {
    contractClassification: 'BASIC',
    currency: 'SAR',
    itemDetail: { title: 'Bike', description: 'A red one' },
    returnPolicy: 'NO_RETURN',
    returnFeePayee: 'PROVIDER',
    serviceTermsAccepted: true,
  },
  milestones: [milestoneOf('First half', 100), milestoneOf('Second half', 250)],
};

/** What opening that contract gives, on a service that has none yet. */
export const openedContract = {
  contractId: 'contract_1',
  milestones: [
    { id: 'milestone_1', itemPrice: 100, fee: 4, feePercentage: 0.04, status: 'CREATED' },
    { id: 'milestone_2', itemPrice: 250, fee: 10, feePercentage: 0.04, status: 'CREATED' },
  ],
};

/** What opening that contract sends, in order. */
export const openContractWrites: string[] = [
  'createContract',
  'addMilestone First half',
  'addMilestone Second half',
  'addParties',
];

/** A seller with all that a bank transfer needs. */
export const customerToOnboard: CustomerToOnboard = {
  customer: { phoneNumber: '+966500000002', firstName: 'Sara', lastName: 'Ali' },
  bankAccount: {
    iban: 'SA0380000000608010167519',
    currency: 'SAR',
    beneficiaryName: 'Sara Ali',
    nationalId: '1012345678',
  },
  address: { addressLabel: 'HOME', countryCode: 'SA', street: 'Palm Street 5' },
};

export const onboardedCustomer = { serviceUserId: 1001, userIdentification: 2001 };
