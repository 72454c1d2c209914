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

/** What an organization gets at onboarding. Every state provides all of it. */
export const credentialNames: readonly [...typeof tokenNames, 'clientId', 'clientSecret'] = [
  ...tokenNames,
  'clientId',
  'clientSecret',
];

/** A credential that an organization gets at onboarding. */
export type CredentialName = (typeof credentialNames)[number];
