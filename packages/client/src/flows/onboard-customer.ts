import type { Deployment, OwnFields } from '../document/registered.ts';
import type { Address, BankAccount, RegisterCustomerRequest, RegisteredCustomer } from '../document/schemas.ts';
import { checkInput } from '../input/check-request.ts';
import type { Check } from '../rules/check.ts';
import { alwaysRequired, object, optional } from '../rules/containers.ts';
import { bodyCheckOf } from '../rules/deployment.ts';
import { fieldNames, fieldsOf } from '../rules/fields.ts';
import { anything, text } from '../rules/values.ts';
import type { ContractDefaults } from './contract-terms.ts';
import type { FlowOptions } from './flow-options.ts';
import { createJournaledFlow, type FlowTools } from './journaled-flow.ts';
import type { Plan, Step } from './plan.ts';
import { type AnswerTypes, customerFaults, notShownResult, readCustomer } from './read-results.ts';
import type { OnboardCustomerResults } from './steps.ts';

/** A buyer or seller to register. */
export interface CustomerToOnboard
  extends OwnFields<RegisterCustomerRequest, 'phoneNumber' | 'firstName' | 'lastName' | 'bankAccount' | 'address'> {
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

const optionalFields = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, optional(anything())]));
const shopCheck = ({ registerCustomer }: Deployment['operationTable']): Check =>
  object({
    closed: true,
    properties: {
      ...optionalFields([
        ...fieldNames(bodyCheckOf(registerCustomer)),
        'firstName',
        'lastName',
        'bankAccount',
        'address',
      ]),
      phoneNumber: alwaysRequired(text({ remedy: 'Give the phone number: contracts identify the customer by it.' })),
    },
  });
const wireCustomerCheck = ({ registerCustomer, addBankAccount, addAddress }: Deployment['operationTable']): Check =>
  object({
    properties: {
      customer: alwaysRequired(bodyCheckOf(registerCustomer)),
      bankAccount: optional(bodyCheckOf(addBankAccount)),
      address: optional(bodyCheckOf(addAddress)),
    },
  });

function toWireCustomer(
  { bankAccount, address, ...customer }: CustomerToOnboard,
  { currency }: ContractDefaults,
  { registerCustomer, addBankAccount }: Deployment['operationTable'],
) {
  const account = bankAccount && { ...fieldsOf(bodyCheckOf(addBankAccount), { currency }), ...bankAccount };
  return {
    customer: fieldsOf(bodyCheckOf(registerCustomer), customer),
    ...(account && { bankAccount: account }),
    ...(address && { address }),
  };
}

/** Creates the flow. */
export const createOnboardCustomer = (tools: FlowTools, defaults: ContractDefaults): OnboardCustomer => {
  const { operationTable } = tools.deployment;
  const wireCheck = wireCustomerCheck(operationTable);
  return createJournaledFlow<CustomerToOnboard, WireCustomer, OnboardCustomerResults, RegisteredCustomer>(
    {
      name: 'onboardCustomer',
      read(given, checking) {
        const input = checkInput<CustomerToOnboard>(shopCheck(operationTable), given, checking);
        const toShopPath = (path: string) => path.replace(/^customer\./, '');
        const wire = toWireCustomer(input, defaults, operationTable);
        return checkInput<WireCustomer>(wireCheck, wire, { ...checking, toShopPath });
      },
      planOf: (wire) => planOf(wire, operationTable.registerCustomer.answer),
    },
    tools,
  );
};

/** @param types Those of the deployment's answer to `registerCustomer`. */
const planOf = (
  { customer, bankAccount, address }: WireCustomer,
  types: AnswerTypes,
): Plan<OnboardCustomerResults, RegisteredCustomer> => ({
  steps: [
    registerCustomer(customer, types),
    ...(bankAccount ? [addToCustomer('addBankAccount', bankAccount)] : []),
    ...(address ? [addToCustomer('addAddress', address)] : []),
  ],
  resultOf: (done) => done.registerCustomer,
});

const registerCustomer = (customer: RegisterCustomerRequest, types: AnswerTypes): Step<OnboardCustomerResults> => ({
  name: 'registerCustomer',
  operation: 'registerCustomer',
  content: customer,
  input: () => ({ body: customer }),
  requiredPaths: ['serviceUserId'],
  resultInWords: 'a serviceUserId and a userIdentification',
  resultIn: (answer) => answer,
  readResult: (value) => readCustomer(value, types),
  faultsIn: (answer) => customerFaults(answer, types),
});

/** A step that adds something to the registered customer. The answer is not shown. */
const addToCustomer = (name: 'addBankAccount' | 'addAddress', body: object): Step<OnboardCustomerResults> => ({
  name,
  operation: name,
  content: body,
  input: ({ registerCustomer: { serviceUserId } }) => ({ path: { serviceUserId }, body }),
  ...notShownResult,
});
