import { randomInt } from 'node:crypto';

/** What identifies a bank account. */
interface BankAccount {
  iban: string;
  nationalId: string;
}

/** A random account and holder that most likely nobody has, with valid check digits for a strict service. */
export function createBankAccount(): BankAccount {
  return { iban: createIban(), nationalId: createNationalId() };
}

/** The code of a Saudi bank. */
const bankCode = '80';
const accountDigits = 18;

function createIban(): string {
  const account = bankCode + randomDigits(accountDigits);
  // ISO 13616: the letters S and A count as 28 and 10.
  const check = 98n - (BigInt(`${account}281000`) % 97n);
  return `SA${String(check).padStart(2, '0')}${account}`;
}

/** The first digit of a citizen's number. */
const citizen = '1';
const holderDigits = 8;

function createNationalId(): string {
  const holder = citizen + randomDigits(holderDigits);
  return holder + luhnDigitOf(holder);
}

/** The check digit by Luhn: every second digit, from the first on, counts twice, and the sum is a multiple of ten. */
function luhnDigitOf(digits: string): string {
  const sum = [...digits].reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

function randomDigits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('');
}
