import type { Address, BankAccount, RegisterCustomerRequest, RegisteredCustomer } from '@escrow-kit/spec/schema';
import * as schemaChecks from '../generated/schema-checks.ts';
import { checkInput } from '../input/check-request.ts';
import type { Customers } from '../resources/customers.ts';
import { alwaysRequired, object, optional } from '../rules/containers.ts';
import { anything, text } from '../rules/values.ts';
import type { CallOptions } from '../transport/call-options.ts';
import type { ContractDefaults } from './contract-terms.ts';
import type { FlowOptions } from './flow-options.ts';
import { createJournaledFlow, type FlowTools } from './journaled-flow.ts';
import type { Plan, Step } from './plan.ts';
import { readNull } from './read-results.ts';
import type { OnboardCustomerResults } from './steps.ts';

/** A buyer or seller to register. */
export interface CustomerToOnboard {
  /** In E.164 form, such as `+966500000001`. The flow requires it, because contracts identify parties by phone (USER-1). */
  phoneNumber: string;
  /** The first name. */
  firstName?: string | undefined;
  /** The last name. */
  lastName?: string | undefined;
  /** Everyone who receives money needs one: the seller, and the buyer in case of a refund (BANK-3). */
  bankAccount?: BankAccountToAdd | undefined;
  /** Needed with the bank account for a cash-out by bank transfer (ADDR-2). */
  address?: Address | undefined;
}

/** A bank account. Its currency may come from the client's defaults. */
type BankAccountToAdd = Omit<BankAccount, 'currency'> & {
  /** Default: the `currency` of the client's `defaults`. */
  currency?: string | undefined;
};

/**
 * Registers or links a customer, then adds the bank account and the address, if given. Steps: `registerCustomer`, `addBankAccount`,
 * `addAddress`. Registering may be repeated (USER-2), so only the other two can be pending.
 */
export type OnboardCustomer = (
  input: CustomerToOnboard,
  options: FlowOptions<OnboardCustomerResults>,
) => Promise<RegisteredCustomer>;

/** The input in the service's terms. */
interface WireCustomer {
  customer: RegisterCustomerRequest;
  bankAccount?: BankAccount;
  address?: Address;
}

const optionalFields = (...names: string[]) => Object.fromEntries(names.map((name) => [name, optional(anything())]));
const shopCheck = object({
  closed: true,
  properties: {
    phoneNumber: alwaysRequired(text({ remedy: 'Give the phone number: contracts identify the customer by it.' })),
    ...optionalFields('firstName', 'lastName', 'bankAccount', 'address'),
  },
});
const wireCheck = object({
  properties: {
    customer: alwaysRequired(schemaChecks.registerCustomerRequest),
    bankAccount: optional(schemaChecks.bankAccount),
    address: optional(schemaChecks.address),
  },
});

function toWireCustomer({ bankAccount, address, ...customer }: CustomerToOnboard, { currency }: ContractDefaults) {
  const account = bankAccount && { ...(currency !== undefined && { currency }), ...bankAccount };
  return { customer, ...(account && { bankAccount: account }), ...(address && { address }) };
}

/** Creates the flow. */
export const createOnboardCustomer = (
  customers: Customers,
  tools: FlowTools,
  defaults: ContractDefaults,
): OnboardCustomer =>
  createJournaledFlow<CustomerToOnboard, WireCustomer, OnboardCustomerResults, RegisteredCustomer>(
    {
      name: 'onboardCustomer',
      host: 'identity',
      read(given, checking) {
        const input = checkInput<CustomerToOnboard>(shopCheck, given, checking);
        const toShopPath = (path: string) => path.replace(/^customer\./, '');
        return checkInput<WireCustomer>(wireCheck, toWireCustomer(input, defaults), { ...checking, toShopPath });
      },
      planOf: (input) => planOf(customers, input),
    },
    tools,
  );

function planOf(
  customers: Customers,
  { customer, bankAccount, address }: WireCustomer,
): Plan<OnboardCustomerResults, RegisteredCustomer> {
  return {
    steps: [
      registerCustomer(customers, customer),
      ...(bankAccount ? [addToCustomer('addBankAccount', bankAccount, customers.addBankAccount)] : []),
      ...(address ? [addToCustomer('addAddress', address, customers.addAddress)] : []),
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
      // Only the ids: the journal must not save anything else that the service may answer.
      const { serviceUserId, userIdentification } = (value ?? {}) as RegisteredCustomer;
      const isDocumented = userIdentification === undefined || Number.isSafeInteger(userIdentification);
      return Number.isSafeInteger(serviceUserId) && isDocumented ? { serviceUserId, userIdentification } : undefined;
    },
    send: (_done, options) => customers.register(customer, options),
  };
}

/** A step that adds something to the registered customer. The answer is not shown. */
const addToCustomer = <Added>(
  name: 'addBankAccount' | 'addAddress',
  input: Added,
  add: (serviceUserId: number, input: Added, options: CallOptions) => Promise<void>,
): Step<OnboardCustomerResults> => ({
  name,
  input,
  resultInWords: 'null',
  readResult: readNull,
  async send({ registerCustomer: { serviceUserId } }, options) {
    await add(serviceUserId, input, options);
    return null;
  },
});
