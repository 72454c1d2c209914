import type { ControlSchema } from '@escrow-kit/sandbox-control';

/** The credentials of calls. */
export type Credentials = NonNullable<ControlSchema<'Tenant'>['publicCredentials']>;

/** The public credentials of a tenant, or placeholders if they were shown only on creation. */
export function credentialsOf({ publicCredentials, clientId }: ControlSchema<'Tenant'>): Credentials {
  return publicCredentials ?? placeholders(clientId);
}

function placeholders(clientId: string): Credentials {
  const tokens = {
    organization: 'ORGANIZATION_TOKEN',
    clientAdmin: 'CLIENT_ADMIN_TOKEN',
    legacyUser: 'LEGACY_USER_TOKEN',
    legacyApp: 'LEGACY_APP_TOKEN',
    apiKey: 'API_KEY',
  };
  return { clientId, clientSecret: 'CLIENT_SECRET', tokens };
}
