import { createRandomText } from '../create-id.ts';
import { hashSecret } from '../secret-hash.ts';
import type { Db } from '../storage/database.ts';

/** Length of a token's random part: 158 bits. */
const tokenLength = 32;

/** Issues a legacy user token that stands for one user. Only its hash is kept, so that no one can show it again (LEGACY-2). */
export async function issueUserToken(
  db: Db,
  { tenantId, userId }: { tenantId: string; userId: number },
): Promise<string> {
  const token = `usr_${createRandomText(tokenLength)}`;
  await db
    .insertInto('credentials')
    .values({ tenantId, tokenHash: hashSecret(token), kind: 'legacyUser', userId })
    .execute();
  return token;
}
