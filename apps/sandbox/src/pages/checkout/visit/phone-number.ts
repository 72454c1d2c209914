import { findPhoneViolation } from '../../../domain/users/phone.ts';

/** The country whose numbers may be written in local form. Our choice: not shown. */
const countryCode = '+966';

/**
 * Reads a phone number as people write it: with spaces, dashes and brackets, 00 for +, and a number of the country without its
 * code. Undefined if it is not an E.164 number.
 */
export function toPhoneNumber(text: string): string | undefined {
  const dialled = text.replaceAll(/[\s().\-\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
  const number = dialled.replace(/^00/, '+').replace(/^0(?=5\d{8}$)/, countryCode);
  return findPhoneViolation(number) ? undefined : number;
}

/** Reads the six digits of a code. Undefined if there are not six. */
export function toCode(text: string): number | undefined {
  const digits = text.replaceAll(/[\s-]/g, '');
  return /^\d{6}$/.test(digits) ? Number(digits) : undefined;
}
