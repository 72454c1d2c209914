import type { Db } from '../../storage/database.ts';
import { Refusal } from '../refusal.ts';
import { matchesSecret } from '../secret.ts';
import { findTenantOfClient, type Tenant } from './tenant.ts';

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
