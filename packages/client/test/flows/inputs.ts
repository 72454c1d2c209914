import {
  type CallOptions,
  type ContractDefaults,
  type ContractToOpen,
  type CustomerToOnboard,
  createEscrowClient,
  type EscrowClient,
  type EscrowClientOptions,
  type Flows,
  type Journal,
  type MilestoneToOpen,
} from '../../src/index.ts';
import type { TrueResolution } from './fake-service.ts';

/** Options that either flow takes. */
export interface OptionsOfEither {
  key: string;
  journal: Journal;
  resolve?: TrueResolution;
  call?: CallOptions;
}

/** A client with the given fetch. It retries nothing, so that each failure is visible. */
export const clientOn = (
  fetch: (request: Request) => Promise<Response>,
  options: Partial<EscrowClientOptions> = {},
): EscrowClient =>
  createEscrowClient({
    baseUrl: 'http://service.example',
    clientId: 'client',
    clientSecret: 'secret',
    tokens: { organization: 'org', clientAdmin: 'adm' },
    retry: { max: 0 },
    fetch,
    ...options,
  });

/** The flows of such a client. */
export const flowsOn = (...client: Parameters<typeof clientOn>): Flows => clientOn(...client).flows;

const milestoneOf = (title: string, price: number): MilestoneToOpen => ({
  title,
  description: `${title} of the bike`,
  price,
  commission: 10,
  deadline: '2030-01-01T00:00:00Z',
  buyer: '+966500000001',
  seller: '+966500000002',
});

/** The terms of every contract of these tests. */
export const contractDefaults: ContractDefaults = {
  contractClassification: 'BASIC',
  currency: 'SAR',
  returnPolicy: 'NO_RETURN',
  returnFeePayee: 'PROVIDER',
  serviceTermsAccepted: true,
  broker: '+966500000003',
};

/** A contract of two milestones with different prices, and with all its terms. */
export const contractToOpen: ContractToOpen = {
  ...contractDefaults,
  title: 'Bike',
  description: 'A red one',
  milestones: [milestoneOf('First half', 100), milestoneOf('Second half', 250)],
};

/** The result of opening that contract on an empty service. */
export const openedContract = {
  contractId: 'contract_1',
  milestones: [
    { id: 'milestone_1', itemPrice: 100, fee: 4, feePercentage: 0.04, status: 'CREATED' },
    { id: 'milestone_2', itemPrice: 250, fee: 10, feePercentage: 0.04, status: 'CREATED' },
  ],
};

/** The operations that opening that contract sends, in order. */
export const openContractWrites: string[] = [
  'createContract',
  'addMilestone First half',
  'addMilestone Second half',
  'addParties',
];

/** A seller with everything that a bank transfer needs. */
export const customerToOnboard: CustomerToOnboard = {
  phoneNumber: '+966500000002',
  firstName: 'Sara',
  lastName: 'Ali',
  bankAccount: {
    iban: 'SA0380000000608010167519',
    currency: 'SAR',
    beneficiaryName: 'Sara Ali',
    nationalId: '1012345678',
  },
  address: { addressLabel: 'HOME', countryCode: 'SA', street: 'Palm Street 5' },
};

export const onboardedCustomer = { serviceUserId: 1001, userIdentification: 2001 };

/** A flow of the client that has a journal. */
export interface JournaledFlow {
  flow: 'openContract' | 'onboardCustomer';
  run: (client: EscrowClient, options: OptionsOfEither) => Promise<unknown>;
  steps: string[];
  /** Its result on an empty service. */
  result: object;
  /** What it writes once; registering a customer may be repeated. */
  writes: string[];
}

export type FlowName = JournaledFlow['flow'];

export const journaledFlows: Record<FlowName, JournaledFlow> = {
  openContract: {
    flow: 'openContract',
    run: ({ flows }, options) => flows.openContract(contractToOpen, options),
    steps: ['createContract', 'addMilestones.1', 'addMilestones.2', 'addParties'],
    result: openedContract,
    writes: openContractWrites,
  },
  onboardCustomer: {
    flow: 'onboardCustomer',
    run: ({ flows }, options) => flows.onboardCustomer(customerToOnboard, options),
    steps: ['registerCustomer', 'addBankAccount', 'addAddress'],
    result: onboardedCustomer,
    writes: ['addBankAccount', 'addAddress'],
  },
};
