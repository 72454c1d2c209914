import { createHash, timingSafeEqual } from 'node:crypto';
import type { CredentialKind } from '../store/tables.ts';
import { createRandomText } from './create-id.ts';

/** The first part of each kind of secret. The request log recognizes secrets by it, in whatever field they were sent. */
export const secretPrefixes = [
  ...(['org', 'adm', 'usr', 'app', 'key', 'token', 'cus', 'pwd'] as const),
  ...(['secret', 'whsec', 'ticket', 'session', 'visit'] as const),
];

/** The prefix of a kind, so that one is not mistaken for another. */
type SecretPrefix = (typeof secretPrefixes)[number];

/** Length of a secret's random part. With 31 possible characters it has 158 bits. */
export const secretLength = 32;

/** Creates an unguessable secret, such as `ticket_…`. */
export function createSecret(prefix: SecretPrefix): string {
  return `${prefix}_${createRandomText(secretLength)}`;
}

const tokenPrefixes: Partial<Record<CredentialKind, SecretPrefix>> = {
  organization: 'org',
  clientAdmin: 'adm',
  legacyUser: 'usr',
  legacyApp: 'app',
  apiKey: 'key',
  legacyCustomer: 'cus',
  clientUserToken: 'pwd',
};

/** Creates an unguessable token or password, such as `org_…`, or `token_…` for a kind that only another document has. */
export function createToken(kind: CredentialKind): string {
  return createSecret(tokenPrefixes[kind] ?? 'token');
}

/** The SHA-256 of a token, which is stored instead of it. The time of a lookup by the hash reveals nothing about the token. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Compares a secret with a stored hash in constant time. */
export function matchesSecret(secret: string, hash: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(secret)), Buffer.from(hash));
}
