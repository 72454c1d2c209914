import { createHmac } from 'node:crypto';
import { eventSignature, type Signature } from '@escrow-kit/spec';
import { isPlainName } from './body-walk.ts';
import type { FoundViolation } from './keep-violation.ts';
import type { ReadExchange } from './read-exchange.ts';

/** Compares the signature of an event with that of its body (HOOK-2). Its form is judged with the other headers. */
export function findWrongSignature({ request, raw }: ReadExchange, secret: string | undefined): FoundViolation[] {
  if (!eventSignature || secret === undefined || !raw.requestBody.isComplete) return [];
  const { algorithm, encoding, prefix } = eventSignature;
  const header = eventSignature.header.toLowerCase();
  const sent = request.headers.get(header);
  const expected = createHmac(algorithm, secret).update(raw.requestBody.bytes).digest(encoding);
  // The case of hex is not shown.
  const toComparable = (text: string): string => (encoding === 'hex' ? text.toLowerCase() : text);
  if (sent === undefined || toComparable(sent) === toComparable(`${prefix}${expected}`)) return [];
  return [{ part: 'request', at: `header ${header}`, rule: 'HOOK-2', message: 'is not the signature of the body' }];
}

const algorithms = ['sha256', 'sha512'] as const;
const encodings = ['hex', 'base64'] as const;

/** What may stand before a signature, such as `v1=`; anything else could tell more than its form. */
const usualPrefix = /^([a-z][\w-]{0,15}[=:])?$/i;

/** Finds the header that has the HMAC of the body with the secret, and its form. Null if none has; undefined if that is not known. */
export function findSignature(
  { request, raw }: ReadExchange,
  secret: string | undefined,
): Signature | null | undefined {
  if (raw.kind !== 'event' || secret === undefined || !raw.requestBody.isComplete) return undefined;
  const { bytes } = raw.requestBody;
  for (const algorithm of algorithms) {
    const digest = createHmac(algorithm, secret).update(bytes).digest();
    for (const encoding of encodings) {
      const expected = digest.toString(encoding);
      for (const [header, value] of request.headers) {
        const [prefix, sent] = [value.slice(0, -expected.length), value.slice(-expected.length)];
        const isSame = sent === expected || (encoding === 'hex' && sent.toLowerCase() === expected);
        if (isSame && usualPrefix.test(prefix) && isPlainName(header)) return { header, algorithm, encoding, prefix };
      }
    }
  }
  return null;
}
