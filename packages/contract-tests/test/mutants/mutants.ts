import { brokenContracts } from './broken/contracts.ts';
import { brokenPayments } from './broken/payments.ts';
import { brokenTokens } from './broken/tokens.ts';
import { brokenUsers } from './broken/users.ts';
import { brokenWebhooks } from './broken/webhooks.ts';
import type { Mutant } from './mutant.ts';

/** Every sandbox that breaks a rule on purpose. */
export const mutants: readonly Mutant[] = [
  ...brokenTokens,
  ...brokenUsers,
  ...brokenContracts,
  ...brokenPayments,
  ...brokenWebhooks,
];
