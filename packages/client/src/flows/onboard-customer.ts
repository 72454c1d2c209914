import * as checks from '../generated/checks.ts';
import type { Address, BankAccount, RegisterCustomerRequest, RegisteredCustomer } from '../generated/schema.ts';
import type { Customers } from '../resources/customers.ts';
import { needed, object, optional } from '../rules/containers.ts';
import type { FlowOptions } from './flow-options.ts';
import { createJournaledFlow, type FlowTools } from './journaled-flow.ts';
import type { Plan, Step } from './plan.ts';
import { readNull } from './read-results.ts';
import type { OnboardCustomerResults } from './steps.ts';

/** A buyer or seller to take on. */
export interface CustomerToOnboard {
  /** A new user, or one to link; which fields are required is not shown (USER-1, USER-2). */
  customer: RegisterCustomerRequest;
  /** For whoever receives money: the seller, and the buyer in case of a refund (BANK-3). */
  bankAccount?: BankAccount;
  /** With the bank account, for a cash-out by bank transfer (ADDR-2). */
  address?: Address;
}

/**
 * Registers or links a customer, then adds the bank account and the address that are given. Steps: `registerCustomer`,
 * `addBankAccount`, `addAddress`. Registering may be repeated (USER-2), so only the other two can be in doubt.
 */
export type OnboardCustomer = (
  input: CustomerToOnboard,
  options: FlowOptions<OnboardCustomerResults>,
) => Promise<RegisteredCustomer>;

const check = object({
  closed: true,
  properties: {
    customer: needed(checks.registerCustomerRequest),
    bankAccount: optional(checks.bankAccount),
    address: optional(checks.address),
  },
});

/** Creates the flow. */
export const createOnboardCustomer = (customers: Customers, tools: FlowTools): OnboardCustomer =>
  createJournaledFlow(
    { name: 'onboardCustomer', check, planOf: (input: CustomerToOnboard) => planOf(customers, input) },
    tools,
  );

function planOf(
  customers: Customers,
  { customer, bankAccount, address }: CustomerToOnboard,
): Plan<OnboardCustomerResults, RegisteredCustomer> {
  return {
    steps: [
      registerCustomer(customers, customer),
      ...(bankAccount ? [addBankAccount(customers, bankAccount)] : []),
      ...(address ? [addAddress(customers, address)] : []),
    ],
    resultOf: (done) => done.registerCustomer,
  };
}

function registerCustomer(customers: Customers, customer: RegisterCustomerRequest): Step<OnboardCustomerResults> {
  return {
    name: 'registerCustomer',
    input: customer,
    isRepeatable: true,
    resultInWords: 'a serviceUserId and a userIdentification',
    readResult(value) {
      // The ids alone: what else the service may answer is not for the journal.
      const { serviceUserId, userIdentification } = (value ?? {}) as RegisteredCustomer;
      const isDocumented = userIdentification === undefined || Number.isSafeInteger(userIdentification);
      return Number.isSafeInteger(serviceUserId) && isDocumented ? { serviceUserId, userIdentification } : undefined;
    },
    send: (_done, options) => customers.register(customer, options),
  };
}

function addBankAccount(customers: Customers, bankAccount: BankAccount): Step<OnboardCustomerResults> {
  return {
    name: 'addBankAccount',
    input: bankAccount,
    resultInWords: 'null',
    readResult: readNull,
    async send({ registerCustomer: { serviceUserId } }, options) {
      await customers.addBankAccount(serviceUserId, bankAccount, options);
      return null;
    },
  };
}

function addAddress(customers: Customers, address: Address): Step<OnboardCustomerResults> {
  return {
    name: 'addAddress',
    input: address,
    resultInWords: 'null',
    readResult: readNull,
    async send({ registerCustomer: { serviceUserId } }, options) {
      await customers.addAddress(serviceUserId, address, options);
      return null;
    },
  };
}
