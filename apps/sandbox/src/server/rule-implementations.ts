import type { DeliveryRules } from '../delivery/delivery-context.ts';
import { nextAttemptAt } from '../delivery/retry-schedule.ts';
import { prepareWebhook } from '../delivery/send-webhook.ts';
import { checkRequest, checkTokenKind, identifyCaller } from '../service/check-call.ts';
import { completeAnswer } from '../service/complete-answer.ts';
import { handlers } from '../service/operations/handlers.ts';
import type { ServiceRules } from '../service/service-context.ts';

/**
 * The functions that hold the rules, which a test of this workspace may replace to break one on purpose. Nothing that is
 * published takes them.
 */
export interface RuleImplementations extends ServiceRules, DeliveryRules {}

/** Those of the sandbox as it is shipped. */
export const shippedRules: RuleImplementations = {
  identifyCaller,
  checkTokenKind,
  checkRequest,
  handlers,
  completeAnswer,
  prepareWebhook,
  nextAttemptAt,
};
