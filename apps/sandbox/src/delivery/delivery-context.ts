import type { Database } from '../storage/database.ts';
import type { nextAttemptAt } from './retry-schedule.ts';
import type { prepareWebhook } from './send-webhook.ts';

/** What holds the rules of deliveries. */
export interface DeliveryRules {
  prepareWebhook: typeof prepareWebhook;
  nextAttemptAt: typeof nextAttemptAt;
}

/** What an attempt needs of the running sandbox. */
export interface Sender {
  db: Database;
  /** The system's time in milliseconds since 1970, from which the tenants' clocks are read. */
  systemNow: () => number;
  rules: DeliveryRules;
}

/** What steers deliveries and the clock: a sender, and the runner beside it. */
export interface DeliveryContext extends Sender {
  /** Tells the runner that something may be due: called after the commit that made it so. */
  wake: () => void;
}
