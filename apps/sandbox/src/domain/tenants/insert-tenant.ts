import type { TokenKind } from '@escrow-kit/spec';
import type { Db } from '../../storage/database.ts';
import { hashSecret } from '../secret-hash.ts';
import type { Credentials } from './credentials.ts';
import { defaultSettings } from './settings.ts';

/** Writes a tenant with default settings, a running clock and no webhook address. */
export async function insertTenant(
  db: Db,
  { id, credentials, systemNow }: { id: string; credentials: Credentials; systemNow: number },
): Promise<void> {
  await db
    .insertInto('tenants')
    .values({
      id,
      clientId: credentials.clientId,
      clientSecretHash: hashSecret(credentials.clientSecret),
      webhookSecret: credentials.webhookSecret,
      settingsJson: JSON.stringify(defaultSettings),
      faultsJson: '[]',
      clockOffset: 0,
      advanceLeaseUntilSystem: 0,
      createdAtSystem: systemNow,
    })
    .execute();
  const tokens = Object.entries(credentials.tokens) as [TokenKind, string][];
  await db
    .insertInto('credentials')
    .values(tokens.map(([kind, token]) => ({ tenantId: id, tokenHash: hashSecret(token), kind, userId: null })))
    .execute();
}
