import type {
  Address,
  BankAccount,
  Deployment,
  Operation,
  OwnFields,
  RegisterCustomerRequest,
  RegisteredCustomer,
} from '../document/registered.ts';
import { withFindings } from '../input.ts';
import { isRecord } from '../json.ts';
import {
  alwaysRequired,
  anything,
  bodyCheckOf,
  type Check,
  fieldNames,
  fieldsOf,
  object,
  optional,
  required,
  runCheck,
  text,
} from '../rules.ts';
import { createFlow, type FlowTools, fieldFaults, type Step } from './engine.ts';
import type { OnboardCustomerResults } from './journal.ts';
import type { FlowOptions } from './options.ts';

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

/** Creates the flow. */
export function createOnboardCustomer(tools: FlowTools): OnboardCustomer {
  const { deployment, defaults } = tools.client;
  const { registerCustomer, addBankAccount } = deployment.operationTable;
  const shopCheck = shopCheckOf(deployment);
  const wireCheck = wireCheckOf(deployment);
  return createFlow<CustomerToOnboard, WireCustomer, OnboardCustomerResults, RegisteredCustomer>(
    {
      name: 'onboardCustomer',
      read(given, checking) {
        const toShopPath = (path: string) => path.replace(/^customer\.?/, '');
        return withFindings(checking, (findings) => {
          runCheck(required(shopCheck), given, '', findings);
          const { bankAccount, address, ...customer } = Object(given) as CustomerToOnboard;
          const made = fieldsOf(bodyCheckOf(addBankAccount), { currency: defaults.currency });
          const wire = {
            customer: fieldsOf(bodyCheckOf(registerCustomer), customer),
            bankAccount: isRecord(bankAccount) ? { ...made, ...bankAccount } : bankAccount || undefined,
            address: address || undefined,
          };
          return findings.rename(toShopPath, () => runCheck(wireCheck, wire, '', findings) as WireCustomer);
        });
      },
      steps: ({ customer, bankAccount, address }) => [
        registerStep(customer, registerCustomer.answer),
        ...(bankAccount ? [addStep('addBankAccount', bankAccount)] : []),
        ...(address ? [addStep('addAddress', address)] : []),
      ],
      resultOf: (done) => done.registerCustomer,
    },
    tools,
  );
}

/** Checks the shape of the shop's input. The rules of the service are checked on the requests that are made from it. */
function shopCheckOf({ operationTable: { registerCustomer } }: Deployment): Check {
  const names = [...fieldNames(bodyCheckOf(registerCustomer)), 'firstName', 'lastName', 'bankAccount', 'address'];
  return object({
    closed: true,
    properties: {
      ...Object.fromEntries(names.map((name) => [name, anything()])),
      phoneNumber: alwaysRequired(text({ remedy: 'Give the phone number: contracts identify the customer by it.' })),
    },
  });
}

/** The bodies of the requests. */
interface WireCustomer {
  customer: RegisterCustomerRequest;
  bankAccount?: BankAccount;
  address?: Address;
}

const wireCheckOf = ({ operationTable: { registerCustomer, addBankAccount, addAddress } }: Deployment): Check =>
  object({
    properties: {
      customer: alwaysRequired(bodyCheckOf(registerCustomer)),
      bankAccount: optional(bodyCheckOf(addBankAccount)),
      address: optional(bodyCheckOf(addAddress)),
    },
  });

function registerStep(
  customer: RegisterCustomerRequest,
  answerTypes: Operation['answer'],
): Step<OnboardCustomerResults> {
  const faultsIn = (answer: unknown): string[] => {
    const { serviceUserId, userIdentification } = answer as RegisteredCustomer;
    return fieldFaults({ serviceUserId, userIdentification }, answerTypes);
  };
  return {
    name: 'registerCustomer',
    operation: 'registerCustomer',
    content: customer,
    input: () => ({ body: customer }),
    requiredPaths: ['serviceUserId'],
    // The journal must not save anything else that the service may answer.
    result(answer) {
      const { serviceUserId, userIdentification } = answer as RegisteredCustomer;
      return faultsIn(answer).length > 0 ? undefined : { serviceUserId, userIdentification };
    },
    faultsIn,
    resultInWords: 'a serviceUserId and a userIdentification',
    requiredFields: [],
  };
}

/** A step that adds something to the registered customer. Its answer is not shown. */
const addStep = (name: 'addBankAccount' | 'addAddress', body: object): Step<OnboardCustomerResults> => ({
  name,
  operation: name,
  content: body,
  input: ({ registerCustomer: { serviceUserId } }) => ({ path: { serviceUserId }, body }),
  resultInWords: 'null',
  requiredFields: [],
});
