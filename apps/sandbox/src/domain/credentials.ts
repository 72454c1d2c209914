import { exampleTokens, type TokenKind } from '@escrow-kit/spec';
import { createSecret, createToken } from './secret.ts';
import { createServiceId, defaultClientId } from './service-id.ts';

/** Everything an organization gets at onboarding. `createEscrowClient({ baseUrl, ...credentials })` takes it as it is. */
export interface Credentials {
  clientId: string;
  clientSecret: string;
  webhookSecret: string;
  tokens: Record<TokenKind, string>;
}

/** The credentials of the default tenant: fixed and public, with the example tokens of the document. */
export const defaultCredentials: Credentials = {
  clientId: defaultClientId(),
  clientSecret: 'sandbox-secret',
  webhookSecret: 'whsec_sandbox',
  tokens: exampleTokens,
};

/** Creates unguessable credentials for another tenant, with a token of each kind that the document has. */
export function createCredentials(): Credentials {
  const kinds = Object.keys(exampleTokens) as TokenKind[];
  return {
    clientId: createServiceId('client'),
    clientSecret: createSecret('secret'),
    webhookSecret: createSecret('whsec'),
    tokens: Object.fromEntries(kinds.map((kind) => [kind, createToken(kind)])) as Credentials['tokens'],
  };
}
