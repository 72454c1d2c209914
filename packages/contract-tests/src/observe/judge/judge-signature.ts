import { createHmac } from 'node:crypto';
import { eventSignature } from '@escrow-kit/spec';
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
