import type { Signature } from '@escrow-kit/spec';
import type { KeptShape, KeptValue } from './kept-exchange.ts';

/** Lengths of a digest, by algorithm and encoding. */
const digests: Record<number, Pick<Signature, 'algorithm' | 'encoding'>> = {
  44: { algorithm: 'sha256', encoding: 'base64' },
  64: { algorithm: 'sha256', encoding: 'hex' },
  88: { algorithm: 'sha512', encoding: 'base64' },
  128: { algorithm: 'sha512', encoding: 'hex' },
};

/** The form of a signature that a header has; undefined if its value is no digest. */
export function readSignatureForm(header: string, value: KeptValue | undefined): Signature | undefined {
  if (!value) return undefined;
  const [, prefix = '', digestLength = 0] = 'value' in value ? readText(String(value.value)) : readShape(value);
  const digest = digests[Number(digestLength)];
  const isFitting = digest && ('value' in value || value.format?.endsWith(digest.encoding));
  return isFitting ? { header, ...digest, prefix } : undefined;
}

const readText = (text: string): [string, string, number] | [] => {
  const [, prefix = '', digest = ''] = /^(\w+[=:])?([\da-zA-Z+/]+=*)$/.exec(text) ?? [];
  return [text, prefix, digest.length];
};

/** The form is such as `v1=hex`. */
const readShape = ({ format = '', length = 0 }: KeptShape): [string, string, number] => {
  const [, prefix = ''] = /^(.*[=:])[^=:]+$/.exec(format) ?? [];
  return [format, prefix, length - prefix.length];
};

/** Digests of HTTP itself, which anybody can compute. */
export const isDigestOfHttp = (header: string): boolean => /^((content|repr)-)?digest$/.test(header);
