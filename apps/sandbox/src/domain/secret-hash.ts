import { createHash, timingSafeEqual } from 'node:crypto';

/** The SHA-256 of a token, which is kept in its place. A lookup by it tells nothing about the token by its time. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Compares a secret with a kept hash in constant time. */
export function matchesSecret(secret: string, hash: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(secret)), Buffer.from(hash));
}
