import { fail } from '../errors/escrow-error.ts';
import type { ParentContract } from '../resources/contracts.ts';

/** Terms that most contracts of a shop share. The kit guesses none of them: set each here or for one contract. */
export interface ContractDefaults {
  /** The currency of all amounts, such as `SAR`. */
  currency?: string | undefined;
  /** `BASIC` is the only value that is shown (CONTRACT-3). */
  contractClassification?: ParentContract['contractClassification'] | undefined;
  /** `NO_RETURN` is the only value that is shown (CONTRACT-3). */
  returnPolicy?: ParentContract['returnPolicy'] | undefined;
  /** Who pays for a return. `PROVIDER` is the only value that is shown (CONTRACT-3). */
  returnFeePayee?: ParentContract['returnFeePayee'] | undefined;
  /** Confirms that your organization accepts the terms of the service. */
  serviceTermsAccepted?: true | undefined;
  /** The phone of your organization's administrator, the BROKER of each milestone. Register them like everyone else (USER-5). */
  broker?: string | undefined;
}

/** The complete terms of one contract. */
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
 * Merges the terms of one contract with the client's defaults.
 * @throws EscrowError `configuration` that lists the terms that neither sets.
 */
export function mergeTerms(input: ContractDefaults, defaults: ContractDefaults): ContractTerms {
  const terms = Object.fromEntries(termNames.map((name) => [name, input[name] ?? defaults[name]]));
  const missing = termNames.filter((name) => terms[name] === undefined);
  if (missing.length > 0) {
    const problem = `not set: ${missing.join(', ')}. Set each in the defaults of createEscrowClient, or for this contract.`;
    fail('configuration', `was not started: ${problem}`, { operationId: 'openContract' });
  }
  // None is missing.
  return terms as ContractTerms;
}
