import type { Database } from '../storage/database.ts';
import type { nextAttemptAt } from './next-attempt.ts';
import type { prepareWebhook } from './send-webhook.ts';

/** The rule implementations of deliveries: a table, so that contract tests can break one of them (see `RuleImplementations`). */
export interface DeliveryRules {
  prepareWebhook: typeof prepareWebhook;
  nextAttemptAt: typeof nextAttemptAt;
}

/** The context of an attempt. */
export interface Sender {
  db: Database;
  /** The system's time in milliseconds since 1970, from which the tenants' clocks are read. */
  systemNow: () => number;
  rules: DeliveryRules;
}

/** The context of controlling deliveries and the clock: a sender and the runner. */
export interface DeliveryContext extends Sender {
  /** Notifies the runner that something may be due. Call it after the commit. */
  wake: () => void;
}
