import { nextAttemptAt } from '../delivery/retry-schedule.ts';
import { prepareWebhook } from '../delivery/send-webhook.ts';
import { checkRequest } from '../service/check-request.ts';
import { completeAnswer } from '../service/complete-answer.ts';
import { checkTokenKind, identifyCaller } from '../service/identify-caller.ts';
import { handlers } from '../service/operations/handlers.ts';

/**
 * The parts that hold the rules, which a test of this workspace may replace to break one on purpose. Nothing that is
 * published takes them.
 */
export interface Parts {
  identifyCaller: typeof identifyCaller;
  checkTokenKind: typeof checkTokenKind;
  checkRequest: typeof checkRequest;
  handlers: typeof handlers;
  completeAnswer: typeof completeAnswer;
  prepareWebhook: typeof prepareWebhook;
  nextAttemptAt: typeof nextAttemptAt;
}

/** The parts of the sandbox as it is shipped. */
export const shippedParts: Parts = {
  identifyCaller,
  checkTokenKind,
  checkRequest,
  handlers,
  completeAnswer,
  prepareWebhook,
  nextAttemptAt,
};
