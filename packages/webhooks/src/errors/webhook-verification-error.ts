import type { RefusalReason } from '../verify/refusal.ts';
import { refusalMessages } from '../verify/refusal-messages.ts';
import { WebhookError } from './webhook-error.ts';

/** A request was refused: `reason` says why, in a word that is stable. */
export class WebhookVerificationError extends WebhookError {
  override name = 'WebhookVerificationError';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    super('verification', refusalMessages[reason]);
    this.reason = reason;
  }
}
