import { fail } from '../errors/escrow-error.ts';
import type { ParentContract } from '../resources/contracts.ts';

/** What is the same for most contracts of a shop. Nothing of it is guessed: each is set here, or for one contract. */
export interface ContractDefaults {
  /** The currency of all amounts, such as `SAR`. */
  currency?: string | undefined;
  /** `BASIC` is the one value that is shown (CONTRACT-3). */
  contractClassification?: ParentContract['contractClassification'] | undefined;
  /** `NO_RETURN` is the one value that is shown (CONTRACT-3). */
  returnPolicy?: ParentContract['returnPolicy'] | undefined;
  /** Who pays for a return: `PROVIDER` is the one value that is shown (CONTRACT-3). */
  returnFeePayee?: ParentContract['returnFeePayee'] | undefined;
  /** That your organization accepts the terms of the service. */
  serviceTermsAccepted?: true | undefined;
  /** The phone of your organization's administrator, the BROKER of each milestone, who is registered as everybody else is (USER-5). */
  broker?: string | undefined;
}

/** The defaults with what one contract sets itself, complete. */
export type ContractTerms = { [Name in keyof ContractDefaults]-?: NonNullable<ContractDefaults[Name]> };

/** The names of the defaults. */
export const termNames: readonly (keyof ContractDefaults)[] = [
  'currency',
  'contractClassification',
  'returnPolicy',
  'returnFeePayee',
  'serviceTermsAccepted',
  'broker',
];

/**
 * The terms of one contract: its own, or else the client's.
 * @throws EscrowError `configuration` that names everything that is set nowhere.
 */
export function termsOf(input: ContractDefaults, defaults: ContractDefaults): ContractTerms {
  const terms = Object.fromEntries(termNames.map((name) => [name, input[name] ?? defaults[name]]));
  const missing = termNames.filter((name) => terms[name] === undefined);
  if (missing.length > 0) {
    const what = `set nowhere: ${missing.join(', ')}. Set each in the defaults of createEscrowClient, or for this contract.`;
    fail('configuration', `was not started: ${what}`, { operationId: 'openContract' });
  }
  // Every name was looked for.
  return terms as ContractTerms;
}
