import { WebhookError } from '../errors/webhook-error.ts';

/** The error of an inbox that is used after its `close`. */
export const closedError = (): WebhookError => new WebhookError('inbox', 'The inbox is closed: open another one.');
