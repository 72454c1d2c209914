import { createHash, timingSafeEqual } from 'node:crypto';

/** The SHA-256 of a token, which is stored instead of it. The time of a lookup by the hash reveals nothing about the token. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Compares a secret with a stored hash in constant time. */
export function matchesSecret(secret: string, hash: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(secret)), Buffer.from(hash));
}
