import { WebhookError } from './webhook-error.ts';

/** An error of whoever sets this package up: it names the field and what to set it to. */
export const configurationError = (message: string): WebhookError => new WebhookError('configuration', message);
