import type { Contracts } from '../resources/contracts.ts';
import type { Customers } from '../resources/customers.ts';
import type { Payments } from '../resources/payments.ts';
import { createCheckout, type OpenCheckoutFlow } from './checkout.ts';
import { createOnboardCustomer, type OnboardCustomer } from './onboard-customer.ts';
import { createOpenContract, type OpenContractFlow } from './open-contract.ts';

/** Several calls as one. */
export interface Flows {
  onboardCustomer: OnboardCustomer;
  openContract: OpenContractFlow;
  checkout: OpenCheckoutFlow;
}

/** Creates the flows on the resources of a client. */
export const createFlows = (
  client: { customers: Customers; contracts: Contracts; payments: Payments },
  clientSecret?: string,
): Flows => ({
  onboardCustomer: createOnboardCustomer(client.customers),
  openContract: createOpenContract(client.contracts),
  checkout: createCheckout(client.payments, clientSecret),
});
