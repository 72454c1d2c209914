import type { Db } from '../../storage/database.ts';
import { createRandomText } from '../create-id.ts';
import { hashSecret } from '../secret-hash.ts';

/** How long a session lasts. Our choice: not shown. */
const sessionLifetimeInMs = 30 * 60 * 1000;

/** Length of a session's random part: 158 bits. */
const sessionLength = 32;

/** Begins the session of a buyer at the checkout of a milestone. Only the hash of the session is kept. */
export async function insertSession(
  db: Db,
  { tenantId, milestoneId, userId, now }: { tenantId: string; milestoneId: string; userId: number; now: number },
): Promise<{ session: string; expiresAt: number }> {
  const session = `session_${createRandomText(sessionLength)}`;
  const expiresAt = now + sessionLifetimeInMs;
  await db
    .insertInto('checkoutSessions')
    .values({ tenantId, sessionHash: hashSecret(session), milestoneId, userId, expiresAt })
    .execute();
  return { session, expiresAt };
}
