import { createHmac, hash } from 'node:crypto';

/**
 * The headers of Standard Webhooks for one attempt: the ID, which is the same for every attempt at an event, the time, and a signature
 * by each secret, so that a receiver accepts the event with any of them.
 */
export function standardHeaders(
  rawBody: string,
  { id, secrets, now }: { id: string; secrets: readonly string[]; now: Date },
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const content = `${id}.${timestamp}.${rawBody}`;
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', keyOf(secret)).update(content).digest('base64')}`,
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    ...(signatures.length > 0 && { 'webhook-signature': signatures.join(' ') }),
  };
}

/** The `webhook-id` of the event with this key. An ID is its own ID. */
export const webhookIdOf = (key: string): string =>
  key.startsWith('evt_') ? key : `evt_${hash('sha256', key, 'base64url')}`;

const prefix = 'whsec_';
const shortestKeyInBytes = 24;
const longestKeyInBytes = 64;

/**
 * The key of a secret: what it holds in base64 if it has the form of Standard Webhooks, `whsec_` and 24 to 64 bytes, else the bytes of
 * its text.
 */
function keyOf(secret: string): Buffer {
  const text = secret.startsWith(prefix) ? secret.slice(prefix.length) : '';
  const bytes = Buffer.from(text, 'base64');
  const hasLength = bytes.length >= shortestKeyInBytes && bytes.length <= longestKeyInBytes;
  return hasLength && bytes.toString('base64') === text ? bytes : Buffer.from(secret);
}
