import { exampleTokens, type TokenKind } from '@escrow-kit/spec';
import type { Db } from '../../storage/database.ts';
import { createRandomText } from '../create-id.ts';
import { Refusal } from '../refusal.ts';
import { matchesSecret } from '../secret-hash.ts';
import { findTenantOfClient, type Tenant } from './tenant.ts';

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

/** Finds the tenant of a client id. Throws if there is none (AUTH-6a). */
export async function getTenantOfClient(db: Db, clientId: unknown): Promise<Tenant> {
  const tenant = typeof clientId === 'string' ? await findTenantOfClient(db, clientId) : undefined;
  if (tenant) return tenant;
  throw unknownCredentials('client_id');
}

/** Throws if the client secret is not the tenant's (AUTH-6a). */
export function checkClientSecret({ clientSecretHash }: Tenant, clientSecret: string): void {
  if (!matchesSecret(clientSecret, clientSecretHash)) throw unknownCredentials('client_secret');
}

function unknownCredentials(field: 'client_id' | 'client_secret'): Refusal {
  const message = 'Send the client id and client secret of the organization.';
  return new Refusal('unauthorized', { rule: 'AUTH-6a', field, message });
}
