import { createHmac } from 'node:crypto';
import { eventSignature, type Signature } from '@escrow-kit/spec';
import type { KeptExchange } from '../kept-exchange.ts';
import { isPlainName } from './body-walk.ts';
import type { FoundViolation } from './keep-violation.ts';
import { isKnownWord } from './known-words.ts';
import type { LeakCheck } from './leak-check.ts';
import type { ReadExchange } from './read-exchange.ts';
import { isUsualPrefix } from './shape.ts';

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

/** Whether a text before a signature is empty, or a usual one or a known word, such as `v1=`; any other could tell more than a form. */
function isFormal(prefix: string): boolean {
  const [, word] = /^([\w-]+)[=:,]$/.exec(prefix) ?? [];
  return prefix === '' || isUsualPrefix(prefix) || (word !== undefined && isKnownWord(word));
}

/** Finds the header that has the HMAC of the body with the secret, and its form. Empty if that is not known. */
export function findSignature(
  { request, raw }: ReadExchange,
  secret: string | undefined,
  leaks: LeakCheck,
): Pick<KeptExchange, 'signature' | 'signedIn'> {
  if (raw.kind !== 'event' || secret === undefined || !raw.requestBody.isComplete) return {};
  const parts = [...request.headers].flatMap(([header, value]) => [
    { header, text: value, isWhole: true },
    ...value.split(',').map((part) => ({ header, text: part.trim(), isWhole: false })),
  ]);
  const found = algorithms.flatMap((algorithm) => {
    const digest = createHmac(algorithm, secret).update(raw.requestBody.bytes).digest();
    return encodings.flatMap((encoding) =>
      parts.flatMap(({ header, text, isWhole }) => {
        const prefix = prefixOf(text, { digest: digest.toString(encoding), encoding });
        return prefix === undefined ? [] : [{ isWhole, form: { header, algorithm, encoding, prefix } }];
      }),
    );
  });
  const named = found.filter(({ form: { header } }) => isPlainName(header) && !leaks(header));
  const known = named.find(({ isWhole, form: { prefix } }) => isWhole && isFormal(prefix) && !leaks(prefix));
  if (known) return { signature: known.form };
  const [other] = named;
  return { signature: null, signedIn: other?.form.header };
}

/** What stands before the digest, if the value ends with it. */
function prefixOf(
  value: string,
  { digest, encoding }: { digest: string; encoding: Signature['encoding'] },
): string | undefined {
  const sent = value.slice(-digest.length);
  const isSame = sent === digest || (encoding === 'hex' && sent.toLowerCase() === digest);
  return isSame ? value.slice(0, -digest.length) : undefined;
}
