import type { DeliveryRules } from '../delivery/delivery-context.ts';
import { nextAttemptAt } from '../delivery/next-attempt.ts';
import { prepareWebhook } from '../delivery/send-webhook.ts';
import { checkRequest, checkTokenKind, identifyCaller } from '../service/check-call.ts';
import { completeAnswer } from '../service/complete-answer.ts';
import { handlers } from '../service/operations/handlers.ts';
import type { ServiceRules } from '../service/service-context.ts';

/**
 * The functions that hold the rules, as a table instead of imports: the contract tests start a sandbox with one of them broken,
 * to prove that a pact notices the missing rule. Nothing published takes a replacement.
 */
export interface RuleImplementations extends ServiceRules, DeliveryRules {}

/** The shipped rule implementations. */
export const shippedRules: RuleImplementations = {
  identifyCaller,
  checkTokenKind,
  checkRequest,
  handlers,
  completeAnswer,
  prepareWebhook,
  nextAttemptAt,
};
