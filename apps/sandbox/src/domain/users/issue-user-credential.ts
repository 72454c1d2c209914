import type { Db } from '../../storage/database.ts';
import type { UserCredentialKind } from '../../storage/tables.ts';
import { createSecret, hashSecret, type SecretPrefix } from '../secret.ts';

const prefixes: Record<UserCredentialKind, SecretPrefix> = {
  legacyUser: 'usr',
  legacyCustomer: 'cus',
  clientUserToken: 'pwd',
};

/** Issues a credential of one user. Only its hash is stored, so it can't be shown again (LEGACY-2). */
export async function issueUserCredential(
  db: Db,
  { tenantId, userId, kind }: { tenantId: string; userId: number; kind: UserCredentialKind },
): Promise<string> {
  const credential = createSecret(prefixes[kind]);
  await db
    .insertInto('credentials')
    .values({ tenantId, tokenHash: hashSecret(credential), kind, userId })
    .execute();
  return credential;
}
