import type { Db } from '../../storage/database.ts';
import type { Row } from '../../storage/tables.ts';
import { hashSecret } from '../secret.ts';
import { issueOtp, mostOtpTries, otpLifetimeInMs, useOtp } from '../users/one-time-password.ts';
import { setConsent } from '../users/user.ts';
import { insertSession } from './session.ts';

/**
 * A visitor who signs in at a checkout. `visit` is a secret that only this browser has.
 *
 * A sign-in is open when a code goes out, and accepted once the right code is entered. It closes after five tries or five
 * minutes. A closed one stays closed; another start begins a new one.
 */
export interface Visit {
  tenantId: string;
  milestoneId: string;
  visit: string;
  now: number;
}

/**
 * How many codes a phone gets at one checkout in a quarter of an hour. With the tries for each that makes 25 guesses among
 * 900,000. Our choice: not shown.
 */
const mostSignIns = 5;
const windowInMs = 15 * 60 * 1000;

/**
 * Starts to sign a buyer in: a one-time password goes to the phone if it belongs to a buyer of this milestone. The answer is
 * the same for any other phone, so that nobody can find out who the buyer is. Call it in a transaction.
 */
export async function startSignIn(
  trx: Db,
  { phone, visit, now, ...key }: Visit & { phone: string },
): Promise<'started' | 'tooMany'> {
  await removeOldSignIns(trx, { ...key, now });
  if ((await countSignIns(trx, { ...key, phone })) >= mostSignIns) return 'tooMany';
  const row = { visitHash: hashSecret(visit), phone, tries: 0, acceptedCode: null, createdAt: now };
  await trx
    .insertInto('checkoutSignIns')
    .values({ ...key, ...row, expiresAt: now + otpLifetimeInMs })
    .execute();
  const userId = await findBuyerId(trx, { ...key, phone });
  if (userId !== undefined) {
    await issueOtp(trx, { tenantId: key.tenantId, userId, phone, type: 'SERVICE_OTP', now });
  }
  return 'started';
}

/** Finds the sign-in that a browser has started here, even an expired one. */
export function findSignIn(
  db: Db,
  { tenantId, milestoneId, visit }: Omit<Visit, 'now'>,
): Promise<Row<'checkoutSignIns'> | undefined> {
  return db
    .selectFrom('checkoutSignIns')
    .where((eb) => eb.and({ tenantId, milestoneId, visitHash: hashSecret(visit) }))
    .selectAll()
    .executeTakeFirst();
}

/** Whether a code can still be entered. */
export function isOpen({ tries, acceptedCode, expiresAt }: Row<'checkoutSignIns'>, now: number): boolean {
  return acceptedCode === null && tries < mostOtpTries && expiresAt > now;
}

/**
 * Signs in the buyer with this code. The checkout login also grants the consent, even if it was declined (USER-3, USER-4). The
 * same code from the same browser signs in again, because after a double click the browser may have dropped the first answer.
 * Call it in a transaction, and commit it even if the code is wrong: every try counts.
 */
export async function finishSignIn(
  trx: Db,
  { code, ...visit }: Visit & { code: number },
): Promise<{ session: string } | 'wrong' | 'closed'> {
  const { tenantId, milestoneId, now } = visit;
  const signIn = await countTry(trx, visit);
  if (!signIn) return 'closed';
  const { phone, acceptedCode } = signIn;
  const userId = await findBuyerId(trx, { tenantId, milestoneId, phone });
  if (userId === undefined) return 'wrong';
  if (acceptedCode !== code) {
    if (!(await useOtp(trx, { tenantId, phone, type: 'SERVICE_OTP', code, now }))) return 'wrong';
    await setConsent(trx, { tenantId, userId, consent: 'GRANTED' });
    await acceptCode(trx, { ...visit, code });
  }
  return insertSession(trx, { tenantId, milestoneId, userId, now });
}

function countTry(trx: Db, { tenantId, milestoneId, visit, now }: Visit) {
  return trx
    .updateTable('checkoutSignIns')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where((eb) => eb.and({ tenantId, milestoneId, visitHash: hashSecret(visit) }))
    .where('tries', '<', mostOtpTries)
    .where('expiresAt', '>', now)
    .returning(['phone', 'acceptedCode'])
    .executeTakeFirst();
}

async function acceptCode(trx: Db, { tenantId, visit, code }: Visit & { code: number }): Promise<void> {
  await trx
    .updateTable('checkoutSignIns')
    .set({ acceptedCode: code })
    .where((eb) => eb.and({ tenantId, visitHash: hashSecret(visit) }))
    .execute();
}

async function removeOldSignIns(trx: Db, { tenantId, now }: { tenantId: string; now: number }): Promise<void> {
  await trx
    .deleteFrom('checkoutSignIns')
    .where('tenantId', '=', tenantId)
    .where('createdAt', '<=', now - windowInMs)
    .execute();
}

async function countSignIns(
  trx: Db,
  { tenantId, milestoneId, phone }: { tenantId: string; milestoneId: string; phone: string },
): Promise<number> {
  const rows = await trx
    .selectFrom('checkoutSignIns')
    .where((eb) => eb.and({ tenantId, milestoneId, phone }))
    .where('acceptedCode', 'is', null)
    .select('visitHash')
    .execute();
  return rows.length;
}

async function findBuyerId(
  db: Db,
  { tenantId, milestoneId, phone }: { tenantId: string; milestoneId: string; phone: string },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('parties')
    .where((eb) => eb.and({ tenantId, milestoneId, role: 'CUSTOMER', phone }))
    .select('userId')
    .executeTakeFirst();
  return row?.userId ?? undefined;
}
