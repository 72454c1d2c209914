/** An imported secret. Not every runtime's types have a name for it. */
export type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** A secret as Web Crypto takes it. */
export const importHmacKey = (secret: string): Promise<HmacKey> =>
  crypto.subtle.importKey('raw', toBytes(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);

/** Web Crypto takes bytes only. */
export const toBytes = (content: string | Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content;
