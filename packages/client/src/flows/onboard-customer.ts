import { address, bankAccount, registerCustomerRequest } from '../generated/checks.ts';
import type { components } from '../generated/schema.ts';
import type { Customers } from '../resources/customers.ts';
import { object, optional, required } from '../rules/containers.ts';
import type { Checks } from '../rules/violation.ts';
import { createJournaledFlow } from './create-journaled-flow.ts';
import type { FlowOptions } from './flow-options.ts';

type Schemas = components['schemas'];

/** A buyer or seller to take on. */
export interface CustomerToOnboard {
  customer: Schemas['RegisterCustomerRequest'];
  /** For whoever receives money: the seller, and the buyer in case of a refund (BANK-3). */
  bankAccount?: Schemas['BankAccount'];
  /** With the bank account, for a cash-out by bank transfer (ADDR-2). */
  address?: Schemas['Address'];
}

/**
 * Registers or links a customer, then adds the bank account and the address that are given. Steps: `registerCustomer`,
 * `addBankAccount`, `addAddress`. Registering may be repeated (USER-2), so only the other two can be in doubt.
 */
export type OnboardCustomer = (
  input: CustomerToOnboard,
  options: FlowOptions,
) => Promise<Schemas['RegisteredCustomer']>;

const check = object({
  closed: true,
  properties: {
    customer: required(registerCustomerRequest),
    bankAccount: optional(bankAccount),
    address: optional(address),
  },
});

/** Creates the flow. */
export const createOnboardCustomer = (customers: Customers, client: { checks: Checks }): OnboardCustomer =>
  createJournaledFlow(
    {
      name: 'onboardCustomer',
      check,
      run: async ({ customer, bankAccount, address }: CustomerToOnboard, runStep, options) => {
        const registered = await runStep<Schemas['RegisteredCustomer']>(
          'registerCustomer',
          customer,
          async () => {
            // The ids alone: what else the service may answer is not for the journal.
            const { serviceUserId, userIdentification } = await customers.register(customer, options);
            return { serviceUserId, userIdentification };
          },
          (result) => Number.isInteger((result as Schemas['RegisteredCustomer'] | null)?.serviceUserId),
        );
        if (bankAccount) {
          await runStep('addBankAccount', bankAccount, async () => {
            await customers.addBankAccount(registered.serviceUserId, bankAccount, options);
            return null;
          });
        }
        if (address) {
          await runStep('addAddress', address, async () => {
            await customers.addAddress(registered.serviceUserId, address, options);
            return null;
          });
        }
        return registered;
      },
    },
    client,
  );
