import type { Db } from '../../storage/database.ts';
import type { ConsentStatus } from '../../storage/tables.ts';
import { setConsent } from '../users/set-consent.ts';
import { type CheckoutStep, requireSession } from './require-session.ts';

/**
 * Gives or declines the consent of the session's buyer: the checkout login of USER-3, which also reverses what was
 * declined before (USER-4). Refuses an unknown or expired session (AUTH-7).
 */
export async function giveConsent(
  trx: Db,
  { granted, ...step }: CheckoutStep & { granted: boolean },
): Promise<{ userId: number; consent: ConsentStatus }> {
  const { userId } = await requireSession(trx, step);
  const consent = granted ? 'GRANTED' : 'DECLINED';
  await setConsent(trx, { tenantId: step.tenant.id, userId, consent });
  return { userId, consent };
}
