import { hash } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

/**
 * The headers of Standard Webhooks for one attempt: the id, which is the same for every attempt at an event, the time, and a signature
 * by each secret, so that a receiver accepts the event with any of them.
 */
export function standardHeaders(
  rawBody: string,
  { id, secrets, now }: { id: string; secrets: readonly string[]; now: Date },
): Record<string, string> {
  const signatures = secrets.map((secret) => new Webhook(keyOf(secret), { format: 'raw' }).sign(id, now, rawBody));
  return {
    'webhook-id': id,
    'webhook-timestamp': `${Math.floor(now.getTime() / 1_000)}`,
    ...(signatures.length > 0 && { 'webhook-signature': signatures.join(' ') }),
  };
}

/** The `webhook-id` of the event with this key. An id is its own id. */
export const webhookIdOf = (key: string): string =>
  key.startsWith('evt_') ? key : `evt_${hash('sha256', key, 'base64url')}`;

/**
 * The key of a secret: what it holds in base64 if it has the form of Standard Webhooks, `whsec_` and 24 to 64 bytes, else the bytes of
 * its text.
 */
function keyOf(secret: string): Uint8Array {
  const text = secret.startsWith(prefix) ? secret.slice(prefix.length) : '';
  const bytes = Buffer.from(text, 'base64');
  const isStandard = bytes.length >= shortestKey && bytes.length <= longestKey && bytes.toString('base64') === text;
  return isStandard ? bytes : Buffer.from(secret);
}

const prefix = 'whsec_';
const shortestKey = 24;
const longestKey = 64;
