import { RuleViolationError } from '../errors/rule-violation-error.ts';
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

/** Throws what the input breaks, before the first call of the flow is made. */
function checkInput({ customer, bankAccount, address }: CustomerToOnboard): void {
  const violations: Violation[] = [];
  completeBody('registerCustomer', customer, violations, 'customer');
  if (bankAccount) completeBody('addBankAccount', bankAccount, violations, 'bankAccount');
  if (address) completeBody('addAddress', address, violations, 'address');
  if (violations.length > 0) throw new RuleViolationError('onboardCustomer', violations);
}

const isRegistered = (result: unknown): boolean =>
  isRecord(result) && Number.isInteger(result['serviceUserId']) && Number.isInteger(result['userIdentification'] ?? 0);

/** Creates the flow. */
export const createOnboardCustomer =
  (customers: Customers): OnboardCustomer =>
  (input, options) =>
    runFlow('onboardCustomer', options, async (runStep) => {
      const { customer, bankAccount, address } = input;
      checkInput(input);
      const register = async () => {
        // The ids alone: what else the service may answer is not for the journal.
        const { serviceUserId, userIdentification } = await customers.register(customer, options.call);
        return { serviceUserId, userIdentification };
      };
      const registered = await runStep('register', customer, register, { isRepeatable: true, isResult: isRegistered });
      const { serviceUserId } = registered;
      if (bankAccount) {
        await runStep('addBankAccount', bankAccount, async () => {
          await customers.addBankAccount(serviceUserId, bankAccount, options.call);
          return null;
        });
      }
      if (address) {
        await runStep('addAddress', address, async () => {
          await customers.addAddress(serviceUserId, address, options.call);
          return null;
        });
      }
      return registered;
    });
