import { randomInt } from 'node:crypto';
import { createValidator, type Validate, type Violation } from '@escrow-kit/spec/validate';
import type { Store } from '../store/store.ts';
import type { ConsentStatus, Row, UserCredentialKind } from '../store/tables.ts';
import { createId } from './create-id.ts';
import { knownPhones } from './known-phones.ts';
import { Refusal } from './refusal.ts';
import { createToken, hashSecret } from './secret.ts';
import { createIdNumber, createServiceId, readUserId } from './service-id.ts';
import type { TenantCall } from './tenants.ts';

/** A user of an organization. */
export type User = Row<'users'>;

interface UserKey {
  tenantId: string;
  userId: number;
}

/** Finds a user by id. */
export function findUser(store: Store, { tenantId, userId }: UserKey): User | undefined {
  return store.find('users', { tenantId, id: userId });
}

/** Finds a user by the phone, written exactly as it was registered. */
export function findUserByPhone(
  store: Store,
  { tenantId, phone }: { tenantId: string; phone: string },
): User | undefined {
  return store.find('users', { tenantId, phone });
}

/**
 * Finds the user that a text in a path names. Throws if there is none, also for a number that is too large (ERR-1b), or if the token
 * belongs to another user (AUTH-8a).
 */
export function getUserOfPath(call: TenantCall, { id, field }: { id: string; field: string }): User {
  const userId = readUserId(id);
  const user = userId === undefined ? undefined : findUser(call.store, { tenantId: call.tenant.id, userId });
  if (!user) {
    const message = `No user of this organization has this ${field}. Register the customer first.`;
    throw new Refusal('not_found', { rule: 'ERR-1b', field, message });
  }
  checkOwnUser(call, user.id);
  return user;
}

/** Throws if a legacy user token belongs to another user (AUTH-8a). Every other token may act for any user. */
function checkOwnUser({ caller, refuseOrNote }: TenantCall, userId: number): void {
  if (caller?.userId === undefined || caller.userId === userId) return;
  const message = 'This legacy user token belongs to another user. Send the token of the user in the call.';
  refuseOrNote(new Refusal('forbidden', { rule: 'AUTH-8a', field: 'authorization', message }));
}

/** A customer as the organization sends it. Omitted fields stay as they were. */
interface Customer {
  phone: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
  clientUserId?: string | undefined;
}

/**
 * Registers a user with a phone, or links the existing one (USER-2). The consent of a new user is PENDING, except for the phone
 * that declines (our choice: not shown); that of a known user stays (USER-3). Either way a fresh SERVICE_OTP goes out, with which
 * the user can give consent. Returns whether the phone was known before, too.
 */
export function linkCustomer(
  store: Store,
  { tenantId, customer, now }: { tenantId: string; customer: Customer; now: number },
): { id: number; identification: number; isKnown: boolean } {
  const { phone, firstName, lastName, clientUserId } = customer;
  const names = { firstName, lastName, clientUserId };
  const known = findUserByPhone(store, { tenantId, phone });
  const id = known?.id ?? createIdNumber('user');
  const identification = known?.identification ?? createIdNumber('identification');
  if (known) {
    store.update('users', { tenantId, id }, names);
  } else {
    const consent = phone === knownPhones.declinesConsent ? 'DECLINED' : 'PENDING';
    const start = { consent, identityVerified: 0, createdAt: now } as const;
    store.insert('users', { tenantId, id, identification, phone, ...names, ...start });
  }
  issueOtp(store, { tenantId, userId: id, phone, type: 'SERVICE_OTP', now });
  return { id, identification, isKnown: known !== undefined };
}

/** First and last name, as far as known; null if neither is. */
export function fullName({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>): string | null {
  return [firstName, lastName].filter((name) => name !== null && name !== '').join(' ') || null;
}

/** Throws if no phone was sent (USER-1b). Which fields are required is not shown, but a user is found by nothing else. */
export function requirePhone(phone: string | undefined): asserts phone is string {
  if (phone !== undefined) return;
  const message = 'Send phoneNumber. This sandbox identifies users by phone.';
  throw new Refusal('rule_violation', { rule: 'USER-1b', field: 'phoneNumber', message });
}

let validatePhone: Validate | undefined;

/** How a text differs from a phone number (USER-1); undefined if it is one. Compiled at the first use, because that takes a moment. */
export function findPhoneViolation(text: string): Violation | undefined {
  validatePhone ??= createValidator('#/components/schemas/PhoneNumber');
  return validatePhone(text)[0];
}

/**
 * Throws if the phone of a legacy sign-up has another form than that of registering, because one user has one phone
 * (LEGACY-1b). The form is not shown for that call.
 */
export function checkPhone(phone: string): void {
  const violation = findPhoneViolation(phone);
  if (!violation) return;
  const message = `phoneNumber ${violation.message}. ${violation.remedy ?? ''}`.trim();
  throw new Refusal('rule_violation', { rule: 'LEGACY-1b', field: 'phoneNumber', message });
}

/** A hint for a message about an unknown phone number in a form that no registered number has (USER-1). */
export function hintOfPhone(phone: string): string {
  if (/^\s\d/.test(phone)) return ' It begins with a blank: in a form, encode its plus sign as %2B.';
  const isLocal = /^[\d\s()-]+$/.test(phone);
  return isLocal ? ' It is in local form: write it as it was registered, with the plus sign and the country code.' : '';
}

/** Sets the consent of a user. Each answer replaces the one before (USER-3, USER-4). */
export function setConsent(store: Store, { tenantId, userId, consent }: UserKey & { consent: ConsentStatus }): void {
  store.update('users', { tenantId, id: userId }, { consent });
}

/**
 * Adds a bank account or an address to a user, as it was sent, and returns its id. The phone without a bank account keeps none (our
 * choice: not shown), which is noted.
 */
export function insertPayoutDetails(
  { store, tenant, now, note }: TenantCall,
  { user, kind, details }: { user: User; kind: 'bank' | 'address'; details: object },
): string {
  const id = createServiceId(kind);
  const row = { tenantId: tenant.id, id, userId: user.id, detailsJson: JSON.stringify(details), createdAt: now };
  if (kind === 'address') {
    store.insert('addresses', row);
  } else if (user.phone === knownPhones.hasNoBankAccount) {
    note('BANK-3 the account was not stored: this phone never has a bank account.');
  } else {
    // It may be missing: BANK-1a may only be noted, and the shape of a legacy body is not shown.
    const iban = 'iban' in details && typeof details.iban === 'string' ? details.iban : '';
    store.insert('bankAccounts', { ...row, iban });
  }
  return id;
}

/** Issues a credential of one user. Only its hash is stored, so it cannot be shown again (LEGACY-2). */
export function issueUserCredential(
  store: Store,
  { tenantId, userId, kind }: UserKey & { kind: UserCredentialKind },
): string {
  const credential = createToken(kind);
  store.insert('credentials', { tenantId, tokenHash: hashSecret(credential), kind, userId });
  return credential;
}

/**
 * The one-time password of a phone, and what it proves (ID-2). It is open from when it goes out until it is used, expires, or is
 * replaced by the next one of its type.
 */
interface OtpKey {
  tenantId: string;
  phone: string;
  type: Row<'otps'>['type'];
  now: number;
}

/** The lifetime of a one-time password, on the tenant's clock. Our choice: not shown. */
export const otpLifetimeInMs = 300_000;

/** How many tries a one-time password has. Our choice: not shown. */
export const mostOtpTries = 5;

/** Writes a new password of six digits, which replaces an unused one of its type. */
export function issueOtp(store: Store, { tenantId, userId, phone, type, now }: OtpKey & { userId: number }): void {
  store.delete('otps', { tenantId, phone, type, usedAt: null });
  store.insert('otps', {
    tenantId,
    id: createId('otp'),
    phone,
    userId,
    type,
    code: randomInt(100_000, 1_000_000),
    expiresAt: now + otpLifetimeInMs,
    createdAt: now,
    tries: 0,
  });
}

/** Uses up a password, and returns whether the code was right. */
export function useOtp(store: Store, { code, ...key }: OtpKey & { code: number }): boolean {
  const otp = findOpenOtp(store, key);
  if (otp?.code !== code) return false;
  store.update('otps', { tenantId: otp.tenantId, id: otp.id }, { usedAt: key.now });
  return true;
}

function findOpenOtp(store: Store, { tenantId, phone, type, now }: OtpKey): Row<'otps'> | undefined {
  const otp = store.find('otps', { tenantId, phone, type, usedAt: null });
  return otp && otp.expiresAt > now ? otp : undefined;
}

/**
 * Stores a national identity number, unverified until its one-time password comes back (ID-1). The password goes to the user's
 * own phone, because the sandbox knows no other: our choice.
 */
export function submitNationalId(
  { store, tenant, now }: TenantCall,
  { user, nationalId }: { user: User; nationalId: string },
): void {
  const tenantId = tenant.id;
  store.update('users', { tenantId, id: user.id }, { nationalId, identityVerified: 0 });
  issueOtp(store, { tenantId, userId: user.id, phone: user.phone, type: 'NATIONAL_ID_OTP', now });
}

/**
 * Returns whether a one-time password is right (ID-2). A right SERVICE_OTP stands for the organization's own OTP screen: it
 * grants consent, even after the user declined (USER-3, USER-4). A right NATIONAL_ID_OTP verifies the identity. After five
 * tries no password is right, our choice: six digits could be found by trying. A wrong try is committed, because every try counts.
 */
export function checkOtp(
  call: TenantCall,
  { type, phone, code }: Pick<OtpKey, 'type' | 'phone'> & { code: number },
): boolean {
  const { store, tenant, now, note } = call;
  const tenantId = tenant.id;
  const user = findUserByPhone(store, { tenantId, phone });
  if (!user) return false;
  checkOwnUser(call, user.id);
  const key = { tenantId, phone, type, now };
  const otp = findOpenOtp(store, key);
  if (!otp) return false;
  store.update('otps', { tenantId, id: otp.id }, { tries: otp.tries + 1 });
  if (otp.tries >= mostOtpTries) {
    note(`ID-2 the password was tried ${mostOtpTries} times. Request a new one.`);
    return false;
  }
  if (!useOtp(store, { ...key, code })) return false;
  if (type === 'SERVICE_OTP') setConsent(store, { tenantId, userId: user.id, consent: 'GRANTED' });
  else store.update('users', { tenantId, id: user.id }, { identityVerified: 1 });
  return true;
}
