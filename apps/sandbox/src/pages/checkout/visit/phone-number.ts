import { findPhoneViolation } from '../../../domain/users/phone.ts';

/** The country whose numbers may be written in local form. Our choice: not shown. */
const countryCode = '+966';

const arabicZero = 0x06_60;
const persianZero = 0x06_f0;

/**
 * Reads a phone number as people write it: with spaces, dashes and brackets, 00 for +, a number of the country without its
 * code, and Arabic digits. Undefined if it is not an E.164 number.
 */
export function toPhoneNumber(text: string): string | undefined {
  const dialled = toWesternDigits(text).replaceAll(/[\s().\-\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
  const number = dialled.replace(/^00/, '+').replace(/^0(?=5\d{8}$)/, countryCode);
  return findPhoneViolation(number) ? undefined : number;
}

/** Reads the six digits of a code. Undefined if there are not six. */
export function toCode(text: string): number | undefined {
  const digits = toWesternDigits(text).replaceAll(/[\s-]/g, '');
  return /^\d{6}$/.test(digits) ? Number(digits) : undefined;
}

function toWesternDigits(text: string): string {
  return text.replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (code < persianZero ? arabicZero : persianZero));
  });
}
