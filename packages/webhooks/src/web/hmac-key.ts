/** An imported secret. Not every runtime's types have a name for it. */
export type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** A secret as Web Crypto takes it. */
export const importHmacKey = (secret: string): Promise<HmacKey> =>
  crypto.subtle.importKey('raw', new TextEncoder().encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]);
