import type { ServiceOperation } from '@escrow-kit/spec';

/** The credentials that are tokens, by the names of their security schemes in the document. */
export const tokenNames = [
  'organizationToken',
  'clientAdminToken',
  'legacyUserToken',
  'legacyAppToken',
  'apiKey',
] as const;

/** A credential that is a token. */
export type TokenValueName = (typeof tokenNames)[number];

/** The token of a request: from the state, none, or an unknown one. */
export type SentToken = TokenValueName | 'none' | 'unknown';

/** A token that no service has issued. */
export const unknownToken = 'token-that-nobody-issued';

/** What an organization gets at onboarding. Every state provides all of it. */
export const credentialNames: readonly [...typeof tokenNames, 'clientId', 'clientSecret'] = [
  ...tokenNames,
  'clientId',
  'clientSecret',
];

/** A credential that an organization gets at onboarding. */
export type CredentialName = (typeof credentialNames)[number];

/** The security schemes that an operation takes one of. */
export const acceptedBy = ({ definition }: ServiceOperation): string[] =>
  definition.security.flatMap((entry) => Object.keys(entry));
