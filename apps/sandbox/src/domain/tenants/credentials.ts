import { exampleTokens, type TokenKind } from '@escrow-kit/spec';
import { createRandomText } from '../create-id.ts';

/** Everything an organization gets at onboarding. */
export interface Credentials {
  clientId: string;
  clientSecret: string;
  webhookSecret: string;
  tokens: Record<TokenKind, string>;
}

/** The credentials of the default tenant: fixed and public, with the example tokens of the document. */
export const defaultCredentials: Credentials = {
  clientId: 'sandbox-client',
  clientSecret: 'sandbox-secret',
  webhookSecret: 'whsec_sandbox',
  tokens: exampleTokens,
};

/** Length of secret text. With 31 possible characters it has 158 bits. */
const secretLength = 32;

/** Creates unguessable credentials for another tenant. */
export function createCredentials(): Credentials {
  const token = (prefix: string) => `${prefix}_${createRandomText(secretLength)}`;
  return {
    clientId: `client-${createRandomText(12)}`,
    clientSecret: token('secret'),
    webhookSecret: token('whsec'),
    tokens: {
      organization: token('org'),
      clientAdmin: token('adm'),
      legacyUser: token('usr'),
      legacyApp: token('app'),
      apiKey: token('key'),
    },
  };
}
