import { randomInt } from 'node:crypto';

/** Digits of a Saudi account number. */
const accountLength = 20;

/** `SA00` after the account, letters as numbers: the input for the check digits of ISO 13616. */
const countrySuffix = '281000';

/** Makes up a Saudi IBAN: `SA`, two valid check digits, and 20 digits that belong to no bank (BANK-2). */
export function createIban(): string {
  const account = Array.from({ length: accountLength }, () => randomInt(10)).join('');
  const checkDigits = 98n - (BigInt(account + countrySuffix) % 97n);
  return `SA${String(checkDigits).padStart(2, '0')}${account}`;
}
