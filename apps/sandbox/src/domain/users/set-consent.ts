import type { Db } from '../../storage/database.ts';
import type { ConsentStatus } from '../../storage/tables.ts';

/** Sets whether a user lets the organization act for him; each answer reverses the one before (USER-3, USER-4). */
export async function setConsent(
  db: Db,
  { tenantId, userId, consent }: { tenantId: string; userId: number; consent: ConsentStatus },
): Promise<void> {
  await db.updateTable('users').set({ consent }).where('tenantId', '=', tenantId).where('id', '=', userId).execute();
}
