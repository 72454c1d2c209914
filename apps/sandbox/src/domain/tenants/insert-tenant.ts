import type { TokenKind } from '@escrow-kit/spec';
import type { Database, Db } from '../../storage/database.ts';
import { hashSecret } from '../secret.ts';
import { type Credentials, defaultCredentials } from './credentials.ts';
import { defaultSettings, findTenant } from './tenant.ts';

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

/** The id of the tenant that every sandbox has. */
export const defaultTenantId = 'default';

/** The options that the start of the sandbox sets for it. Omitted ones stay as they are. */
export interface DefaultTenantOptions {
  webhookUrl?: string | undefined;
  webhookSecret?: string | undefined;
}

/** Creates the default tenant if it is missing, sets its webhook, and returns its credentials. */
export async function ensureDefaultTenant(
  db: Database,
  { systemNow, webhookUrl, webhookSecret }: DefaultTenantOptions & { systemNow: number },
): Promise<Credentials> {
  if (!(await findTenant(db, defaultTenantId))) await insertDefaultTenant(db, systemNow);
  const webhook = {
    ...(webhookUrl !== undefined && { webhookUrl }),
    ...(webhookSecret !== undefined && { webhookSecret }),
  };
  if (Object.keys(webhook).length > 0) await updateWebhook(db, webhook);
  const tenant = await findTenant(db, defaultTenantId);
  return { ...defaultCredentials, webhookSecret: tenant?.webhookSecret ?? defaultCredentials.webhookSecret };
}

/** Completely or not at all. */
async function insertDefaultTenant(db: Database, systemNow: number): Promise<void> {
  const tenant = { id: defaultTenantId, credentials: defaultCredentials, systemNow };
  await db.transaction().execute((trx) => insertTenant(trx, tenant));
}

async function updateWebhook(db: Db, webhook: { webhookUrl?: string; webhookSecret?: string }): Promise<void> {
  await db.updateTable('tenants').set(webhook).where('id', '=', defaultTenantId).execute();
}
