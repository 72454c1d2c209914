import { type Call, createCall } from './call.ts';
import { createCheckout, type OpenCheckoutFlow } from './flows/checkout.ts';
import { createOnboardCustomer, type OnboardCustomer } from './flows/onboard-customer.ts';
import { createOpenContract, type OpenContractFlow } from './flows/open-contract.ts';
import { completeClientOptions, type EscrowClientOptions } from './options.ts';
import { createRawClients, type RawClients } from './raw.ts';
import { type Contracts, createContracts } from './resources/contracts.ts';
import { type Customers, createCustomers } from './resources/customers.ts';
import { createIdentity, type Identity } from './resources/identity.ts';
import { createLegacy, type Legacy } from './resources/legacy.ts';
import { createPayments, type Payments } from './resources/payments.ts';
import { createUsers, type Users } from './resources/users.ts';
import { mapValues } from './rules/map-values.ts';
import { observers } from './transport/hooks.ts';
import type { TokenKind } from './transport/operation.ts';
import type { Transport } from './transport/send.ts';
import { createTokenCache } from './transport/tokens.ts';

/** Several calls as one. Those with a journal resume after a crash. */
export interface Flows {
  onboardCustomer: OnboardCustomer;
  openContract: OpenContractFlow;
  checkout: OpenCheckoutFlow;
}

/** A client of the escrow service. */
export interface EscrowClient {
  customers: Customers;
  identity: Identity;
  contracts: Contracts;
  payments: Payments;
  users: Users;
  /** @deprecated Each call names its replacement. */
  legacy: Legacy;
  /** Any operation of the document. */
  call: Call;
  flows: Flows;
  /** openapi-fetch clients, one for each host. A refusal is not thrown but returned as `error`. */
  raw: RawClients;
}

/**
 * Creates a client of the escrow service. Nothing is sent until a call is made.
 * @throws EscrowError `configuration` that names the option and what to do.
 * @example const escrow = createEscrowClient({ hosts: 'http://127.0.0.1:4010', tokens: { organization: 'org_sandbox' } })
 */
export function createEscrowClient(options: EscrowClientOptions): EscrowClient {
  const { tokens = {}, ...completed } = completeClientOptions(options);
  const transport: Transport = {
    ...completed,
    tokens: mapValues(tokens, (source, kind) => source && createTokenCache(kind as TokenKind, source)),
    ...observers(options.hooks, options.logger),
  };
  const raw = createRawClients(transport);
  const call = createCall(transport);
  const customers = createCustomers(call);
  const contracts = createContracts(call);
  const payments = createPayments(call, completed);
  return {
    customers,
    identity: createIdentity(call),
    contracts,
    payments,
    users: createUsers(call),
    legacy: createLegacy(call),
    call: call as Call,
    raw,
    flows: {
      onboardCustomer: createOnboardCustomer(customers),
      openContract: createOpenContract(contracts),
      checkout: createCheckout(payments, completed),
    },
  };
}
