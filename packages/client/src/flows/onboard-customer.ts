import { refuse } from '../errors/rule-violation-error.ts';
import type { components } from '../generated/schema.ts';
import type { Customers } from '../resources/customers.ts';
import { completeBody } from '../rules/complete-body.ts';
import { isRecord } from '../rules/is-record.ts';
import type { Violation } from '../rules/violation.ts';
import { type FlowOptions, runFlow } from './run-flow.ts';

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
 * Registers or links a customer, then adds the bank account and the address that are given. Steps: `register`,
 * `addBankAccount`, `addAddress`. Registering may be repeated (USER-2), so only the other two can be in doubt.
 */
export type OnboardCustomer = (
  input: CustomerToOnboard,
  options: FlowOptions,
) => Promise<Schemas['RegisteredCustomer']>;

/** What is added to a customer: the step, which is an operation too, and the part of the input that it takes. */
const additions = [
  ['addBankAccount', 'bankAccount'],
  ['addAddress', 'address'],
] as const;

/** Throws what the input breaks, before the first call of the flow is made. */
function checkInput(input: CustomerToOnboard): void {
  const violations: Violation[] = [];
  completeBody('registerCustomer', input.customer, violations, 'customer');
  for (const [step, part] of additions) if (input[part]) completeBody(step, input[part], violations, part);
  refuse('onboardCustomer', violations);
}

const isRegistered = (result: unknown): boolean =>
  isRecord(result) && Number.isInteger(result['serviceUserId']) && Number.isInteger(result['userIdentification'] ?? 0);

/** Creates the flow. */
export const createOnboardCustomer =
  (customers: Customers): OnboardCustomer =>
  (input, options) =>
    runFlow('onboardCustomer', options, async (runStep) => {
      const { customer } = input;
      checkInput(input);
      const register = async () => {
        // The ids alone: what else the service may answer is not for the journal.
        const { serviceUserId, userIdentification } = await customers.register(customer, options.call);
        return { serviceUserId, userIdentification };
      };
      const registered = await runStep('register', customer, register, { isRepeatable: true, isResult: isRegistered });
      for (const [step, part] of additions) {
        const added = input[part];
        if (!added) continue;
        await runStep(step, added, async () => {
          await customers[step](registered.serviceUserId, added as never, options.call);
          return null;
        });
      }
      return registered;
    });
