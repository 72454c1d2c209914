import type { ControlContext } from '../control/control-call.ts';
import { type DeliveryRules, nextAttemptAt } from '../delivery/attempt.ts';
import type { Runner } from '../delivery/runner.ts';
import { prepareWebhook } from '../delivery/send-webhook.ts';
import type { PagesContext } from '../pages/checkout/visit.ts';
import {
  checkRequest,
  checkTokenKind,
  identifyCaller,
  type ServiceContext,
  type ServiceRules,
} from '../service/answer-call.ts';
import { completeAnswer } from '../service/answers.ts';
import { handlers } from '../service/handlers.ts';

/** The context of one running sandbox, which its parts share. */
export interface ServerContext extends ServiceContext, PagesContext, ControlContext {
  /** The id of the data, which every answer carries. */
  instance: string;
  /** The origins whose pages may call the operations and read their answers. */
  allowedOrigins: ReadonlySet<string>;
  runner: Runner;
  rules: RuleImplementations;
}

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
