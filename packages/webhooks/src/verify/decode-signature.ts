import type { RefusalReason } from './refusal.ts';

/** The value of the header as servers hand it over: absent, one text, or one a line of the request. */
export type SignatureHeader = string | readonly string[] | null | undefined;

const prefix = 'sha256=';
const lengthInBytes = 32;
const headerLength = prefix.length + lengthInBytes * 2;

/** The value of a hex digit of either case; of any other character something that is not in 0 to 15. */
function digitOf(code: number): number {
  if (code < 58) return code - 48;
  const lowerCase = code | 0x20;
  return lowerCase < 97 ? -1 : lowerCase - 87;
}

/** What is wrong with a header. Servers join the lines of a repeated one by a comma. */
function reasonOf(value: SignatureHeader): RefusalReason {
  if (!value?.length) return 'signature_missing';
  return typeof value !== 'string' || value.includes(',') ? 'signature_repeated' : 'signature_malformed';
}

/** The 32 bytes of a signature, or why there are none. It is written out because it runs on every request. */
export function decodeSignature(header: SignatureHeader): Uint8Array<ArrayBuffer> | RefusalReason {
  const value = header?.length === 1 ? header[0] : header;
  if (typeof value !== 'string' || value.length !== headerLength || !value.startsWith(prefix)) return reasonOf(value);
  const bytes = new Uint8Array(lengthInBytes);
  for (let index = 0; index < lengthInBytes; index++) {
    const position = prefix.length + index * 2;
    const high = digitOf(value.charCodeAt(position));
    const low = digitOf(value.charCodeAt(position + 1));
    if ((high | low) >> 4) return reasonOf(value);
    bytes[index] = high * 16 + low;
  }
  return bytes;
}
