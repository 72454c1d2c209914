import { randomInt } from 'node:crypto';

/** Of a Saudi bank. */
const bankCode = '80';
const accountDigits = 18;

/** An IBAN that most likely nobody has, with the check digits that its digits ask for. */
export function createIban(): string {
  const account = bankCode + Array.from({ length: accountDigits }, () => randomInt(10)).join('');
  // ISO 13616: the letters S and A count as 28 and 10.
  const check = 98n - (BigInt(`${account}281000`) % 97n);
  return `SA${String(check).padStart(2, '0')}${account}`;
}

/** A national identity number of a citizen that most likely nobody has. */
export function createNationalId(): string {
  return `1${String(randomInt(10 ** 9)).padStart(9, '0')}`;
}
