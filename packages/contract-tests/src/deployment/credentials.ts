/** The values that are tokens, named as the document names their security schemes. */
export const tokenNames = [
  'organizationToken',
  'clientAdminToken',
  'legacyUserToken',
  'legacyAppToken',
  'apiKey',
] as const;

/** A value that is a token. */
export type TokenValueName = (typeof tokenNames)[number];

/** What an organization gets at onboarding. Every state gives all of it. */
export const credentialNames: readonly [...typeof tokenNames, 'clientId', 'clientSecret'] = [
  ...tokenNames,
  'clientId',
  'clientSecret',
];

/** A value that an organization gets at onboarding. */
export type CredentialName = (typeof credentialNames)[number];
