import type { Store } from '../store/store.ts';
import type { Row } from '../store/tables.ts';
import { insertSession } from './checkout.ts';
import { hashSecret } from './secret.ts';
import { issueOtp, mostOtpTries, otpLifetimeInMs, setConsent, useOtp } from './users.ts';

/**
 * A visitor who signs in at a checkout. `visit` is a secret that only this browser has.
 *
 * A sign-in is open when a code goes out, and accepted once the right code is entered. It closes after five tries or five
 * minutes. A closed one stays closed; another start begins a new one.
 */
interface Visit {
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
export function startSignIn(
  store: Store,
  { phone, visit, now, ...milestone }: Visit & { phone: string },
): 'started' | 'tooMany' {
  const { tenantId } = milestone;
  const old = { tenantId, until: now - windowInMs };
  store.run('delete from checkoutSignIns where tenantId = $tenantId and createdAt <= $until', old);
  const earlier = store.count('checkoutSignIns', { ...milestone, phone, acceptedCode: null });
  if (earlier >= mostSignIns) return 'tooMany';
  const times = { createdAt: now, expiresAt: now + otpLifetimeInMs };
  store.insert('checkoutSignIns', { ...milestone, ...times, visitHash: hashSecret(visit), phone, tries: 0 });
  const userId = findBuyerId(store, { ...milestone, phone });
  if (userId !== undefined) issueOtp(store, { tenantId, userId, phone, type: 'SERVICE_OTP', now });
  return 'started';
}

/** Finds the sign-in that a browser has started here, even an expired one. */
export function findSignIn(
  store: Store,
  { tenantId, milestoneId, visit }: Omit<Visit, 'now'>,
): Row<'checkoutSignIns'> | undefined {
  return store.find('checkoutSignIns', { tenantId, milestoneId, visitHash: hashSecret(visit) });
}

/** Whether the page asks for the code. */
export function isOpen(signIn: Row<'checkoutSignIns'>, now: number): boolean {
  return signIn.acceptedCode === null && takesCode(signIn, now);
}

function takesCode({ tries, expiresAt }: Row<'checkoutSignIns'>, now: number): boolean {
  return tries < mostOtpTries && expiresAt > now;
}

/**
 * Signs in the buyer with this code. The checkout login also grants the consent, even if it was declined (USER-3, USER-4). The
 * same code from the same browser signs in again, because after a double click the browser may have dropped the first answer.
 * Call it in a transaction, and commit it even if the code is wrong: every try counts.
 */
export function finishSignIn(
  store: Store,
  { code, ...visit }: Visit & { code: number },
): { session: string } | 'wrong' | 'closed' {
  const { tenantId, milestoneId, now } = visit;
  const signIn = findSignIn(store, visit);
  if (!signIn || !takesCode(signIn, now)) return 'closed';
  const { visitHash, phone, tries, acceptedCode } = signIn;
  store.update('checkoutSignIns', { tenantId, visitHash }, { tries: tries + 1 });
  const userId = findBuyerId(store, { tenantId, milestoneId, phone });
  if (userId === undefined) return 'wrong';
  if (acceptedCode !== code) {
    if (!useOtp(store, { tenantId, phone, type: 'SERVICE_OTP', code, now })) return 'wrong';
    setConsent(store, { tenantId, userId, consent: 'GRANTED' });
    store.update('checkoutSignIns', { tenantId, visitHash }, { acceptedCode: code });
  }
  return insertSession(store, { tenantId, milestoneId, userId, now });
}

function findBuyerId(
  store: Store,
  { tenantId, milestoneId, phone }: { tenantId: string; milestoneId: string; phone: string },
): number | undefined {
  return store.find('parties', { tenantId, milestoneId, phone, role: 'CUSTOMER' })?.userId ?? undefined;
}
