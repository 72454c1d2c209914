import { createValidator, type Validate, type Violation } from '@escrow-kit/spec/validate';
import { Refusal } from '../refusal.ts';

/** Throws if no phone was sent (USER-1b). Which fields are required is not shown, but a user is found by nothing else. */
export function requirePhone(phone: string | undefined): asserts phone is string {
  if (phone !== undefined) return;
  const message = 'Send phoneNumber: this sandbox knows a user by the phone.';
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
