import type { RefusalReason } from './refusal.ts';

/** A body as it came: bytes, or their text in UTF-8. */
export type RawBody = string | Uint8Array | ArrayBuffer;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The body as input of a hash. Undefined if it cannot be what was sent: an object, or a text with a lone surrogate, which is
 * not UTF-8 and would be hashed as another text.
 */
export function hashable(rawBody: unknown): string | Uint8Array<ArrayBuffer> | undefined {
  if (typeof rawBody === 'string') return rawBody.isWellFormed() ? rawBody : undefined;
  if (ArrayBuffer.isView(rawBody)) return rawBody as Uint8Array<ArrayBuffer>;
  if (!(rawBody instanceof ArrayBuffer)) return undefined;
  // An array buffer that was transferred away is empty, and throws when it is read.
  return rawBody.byteLength > 0 ? new Uint8Array(rawBody) : new Uint8Array();
}

/** The text of a body, the same byte by byte in UTF-8. Undefined if it is not UTF-8. */
export function textOf(rawBody: RawBody): string | undefined {
  if (typeof rawBody === 'string') return rawBody;
  try {
    return decoder.decode(rawBody as ArrayBuffer);
  } catch {
    return undefined;
  }
}

/** The value of the header as servers hand it over: absent, one text, or one for each line of the request. */
export type SignatureHeader = string | readonly string[] | null | undefined;

const prefix = 'sha256=';
/** Of a signature. */
export const lengthInBytes = 32;
const headerLength = prefix.length + lengthInBytes * 2;

/**
 * Writes the 32 bytes of a signature into `bytes`, or returns why there are none. Has its own decoder for speed, because it runs
 * on every request; `Buffer` would take other characters for digits as well.
 */
export function decodeSignature(header: SignatureHeader, bytes: Uint8Array): RefusalReason | undefined {
  const value = header?.length === 1 ? header[0] : header;
  if (typeof value !== 'string' || value.length !== headerLength || !value.startsWith(prefix)) return reasonOf(value);
  for (let index = 0; index < lengthInBytes; index++) {
    const position = prefix.length + index * 2;
    const high = digitOf(value.charCodeAt(position));
    const low = digitOf(value.charCodeAt(position + 1));
    if ((high | low) >> 4) return reasonOf(value);
    bytes[index] = high * 16 + low;
  }
  return undefined;
}

/** The value of a hex digit of either case. Any other character gives a number outside 0 to 15. */
function digitOf(code: number): number {
  if (code < 58) return code - 48;
  const lowerCase = code | 0x20;
  return lowerCase < 97 ? -1 : lowerCase - 87;
}

function reasonOf(value: SignatureHeader): RefusalReason {
  if (!value?.length) return 'signature_missing';
  // Servers join the lines of a repeated header with a comma.
  return typeof value !== 'string' || value.includes(',') ? 'signature_repeated' : 'signature_malformed';
}

/** Bytes as lower-case hex digits. */
export const toHex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
