/** A body as it came: bytes, or their text in UTF-8. */
export type RawBody = string | Uint8Array | ArrayBuffer;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The body as input of a hash. Undefined if it cannot be what was sent: an object, or a text with a lone surrogate, which is
 * not UTF-8 and would be hashed as a different text.
 */
export function hashable(rawBody: unknown): string | Uint8Array<ArrayBuffer> | undefined {
  if (typeof rawBody === 'string') return rawBody.isWellFormed() ? rawBody : undefined;
  if (ArrayBuffer.isView(rawBody)) return rawBody as Uint8Array<ArrayBuffer>;
  if (!(rawBody instanceof ArrayBuffer)) return undefined;
  // A transferred array buffer has no length, and throws when it is read.
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

/** Bytes as lower-case hex digits. */
export const toHex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

export const toBase64 = (rawBody: RawBody): string =>
  btoa(Array.from(new Uint8Array(rawBody as ArrayBuffer), (byte) => String.fromCharCode(byte)).join(''));
