import { WebhookError } from '../errors/webhook-error.ts';

/** The webhook secret, or several while one replaces another. */
export type Secrets = string | readonly string[];

const isUsable = (secret: unknown): boolean => typeof secret === 'string' && secret !== '' && secret === secret.trim();

/** The secrets as a list. Throws where there is none, or one cannot be what the service operator gave. */
export function secretList(secrets: Secrets): readonly string[] {
  const list = Array.isArray(secrets) ? secrets : [secrets];
  if (list.length > 0 && list.every(isUsable)) return list;
  throw new WebhookError('configuration', 'secret: it is missing, empty or has white space around it.');
}
