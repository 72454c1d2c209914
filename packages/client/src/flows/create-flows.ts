import type { EscrowClient } from '../index.ts';
import { createCheckout, type OpenCheckoutFlow } from './checkout.ts';
import { createOnboardCustomer, type OnboardCustomer } from './onboard-customer.ts';
import { createOpenContract, type OpenContractFlow } from './open-contract.ts';

/** Several calls as one. Those with a journal resume after a crash. */
export interface Flows {
  onboardCustomer: OnboardCustomer;
  openContract: OpenContractFlow;
  checkout: OpenCheckoutFlow;
}

/**
 * Creates the flows of a client.
 * @example const flows = createFlows(escrow)
 */
export const createFlows = (client: EscrowClient): Flows => ({
  onboardCustomer: createOnboardCustomer(client),
  openContract: createOpenContract(client),
  checkout: createCheckout(client.payments),
});
