import { callCasesOf } from '@escrow-kit/spec/test-support/call-cases';
import { brokenContracts } from './broken/contracts.ts';
import { brokenPayments } from './broken/payments.ts';
import { brokenTokens } from './broken/tokens.ts';
import { brokenUsers } from './broken/users.ts';
import { brokenWebhooks } from './broken/webhooks.ts';
import { ignoreViolationsOf, type Mutant } from './ways.ts';

const written = [brokenTokens, brokenUsers, brokenContracts, brokenPayments, brokenWebhooks].flatMap((faults) =>
  Object.entries(faults).map(([name, fault]): Mutant => {
    const [rule = '', ...words] = name.split(' ');
    return { rule, does: words.join(' '), ...fault };
  }),
);

/** The rules that a schema holds and that no sandbox above breaks. */
const heldBySchema = new Set(callCasesOf('contract-tests').map(({ named }) => named));
const others = [...heldBySchema].filter((id) => written.every(({ rule }) => rule !== id));

/** Every sandbox that breaks a rule on purpose. */
export const mutants: readonly Mutant[] = [
  ...written,
  ...others.map((rule) => ({
    rule,
    does: 'takes what the document forbids by it',
    ...ignoreViolationsOf(rule),
  })),
];
