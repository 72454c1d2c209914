import type { Db } from '../../storage/database.ts';
import type { UserCredentialKind } from '../../storage/tables.ts';
import { createRandomText } from '../create-id.ts';
import { hashSecret } from '../secret-hash.ts';

/** The prefix of each kind, so that one is not mistaken for another. */
const prefixes: Record<UserCredentialKind, string> = {
  legacyUser: 'usr',
  legacyCustomer: 'cus',
  clientUserToken: 'pwd',
};

/** Length of a credential's random part: 158 bits. */
const credentialLength = 32;

/** Issues a credential of one user. Only its hash is stored, so it can't be shown again (LEGACY-2). */
export async function issueUserCredential(
  db: Db,
  { tenantId, userId, kind }: { tenantId: string; userId: number; kind: UserCredentialKind },
): Promise<string> {
  const credential = `${prefixes[kind]}_${createRandomText(credentialLength)}`;
  await db
    .insertInto('credentials')
    .values({ tenantId, tokenHash: hashSecret(credential), kind, userId })
    .execute();
  return credential;
}
