import { randomInt } from 'node:crypto';

/** What tells a bank account apart. */
interface BankAccount {
  iban: string;
  nationalId: string;
}

/** An account and a holder that most likely nobody has, with the check digits that a strict service looks at. */
export function createBankAccount(): BankAccount {
  return { iban: createIban(), nationalId: createNationalId() };
}

/** Of a Saudi bank. */
const bankCode = '80';
const accountDigits = 18;

function createIban(): string {
  const account = bankCode + randomDigits(accountDigits);
  // ISO 13616: the letters S and A count as 28 and 10.
  const check = 98n - (BigInt(`${account}281000`) % 97n);
  return `SA${String(check).padStart(2, '0')}${account}`;
}

/** What the number of a citizen begins with. */
const citizen = '1';
const holderDigits = 8;

function createNationalId(): string {
  const holder = citizen + randomDigits(holderDigits);
  return holder + luhnDigitOf(holder);
}

/** The digit that makes the sum of all a multiple of ten, where every second one counts twice, from the first on (Luhn). */
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
