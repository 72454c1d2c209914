import type { components, EscrowClient } from '../index.ts';
import { isRecord } from '../rules/is-record.ts';
import { moved, refuseInput, unknownParts } from './refuse-input.ts';
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
function checkInput({ check }: EscrowClient, input: CustomerToOnboard): void {
  const ofAdditions = additions.flatMap(([step, part]) => {
    const body = input[part] as never;
    return body ? moved(check(step, { body }), 'body', part) : [];
  });
  const { customer: body } = input;
  refuseInput('onboardCustomer', [
    ...unknownParts(input, 'customer', 'bankAccount', 'address'),
    ...moved(check('registerCustomer', { body }), 'body', 'customer'),
    ...ofAdditions,
  ]);
}

const isRegistered = (result: unknown): boolean =>
  isRecord(result) && Number.isInteger(result['serviceUserId']) && Number.isInteger(result['userIdentification'] ?? 0);

/** Creates the flow. */
export const createOnboardCustomer =
  (client: EscrowClient): OnboardCustomer =>
  (input, options) =>
    runFlow('onboardCustomer', options, async (runStep) => {
      const { customer } = input;
      checkInput(client, input);
      const register = async () => {
        // The ids alone: what else the service may answer is not for the journal.
        const { serviceUserId, userIdentification } = await client.customers.register(customer, options.call);
        return { serviceUserId, userIdentification };
      };
      const registered = await runStep('register', customer, register, { isRepeatable: true, isResult: isRegistered });
      for (const [step, part] of additions) {
        const added = input[part];
        if (!added) continue;
        await runStep(step, added, async () => {
          await client.customers[step](registered.serviceUserId, added as never, options.call);
          return null;
        });
      }
      return registered;
    });
