import type { EscrowClientOptions } from '../options.ts';
import type { Contracts } from '../resources/contracts.ts';
import type { Customers } from '../resources/customers.ts';
import type { Payments } from '../resources/payments.ts';
import { createCheckout, type OpenCheckoutFlow } from './checkout.ts';
import { createOnboardCustomer, type OnboardCustomer } from './onboard-customer.ts';
import { createOpenContract, type OpenContractFlow } from './open-contract.ts';

/** Several calls as one. Those with a journal resume after a crash. */
export interface Flows {
  onboardCustomer: OnboardCustomer;
  openContract: OpenContractFlow;
  checkout: OpenCheckoutFlow;
}

/** Creates the flows. */
export const createFlows = (
  customers: Customers,
  contracts: Contracts,
  payments: Payments,
  options: EscrowClientOptions,
): Flows => ({
  onboardCustomer: createOnboardCustomer(customers),
  openContract: createOpenContract(contracts),
  checkout: createCheckout(payments, options),
});
