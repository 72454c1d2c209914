import { randomInt } from 'node:crypto';

/** Hands out phone numbers of test customers. */
export interface PhoneNumbers {
  /** A number that this run has not handed out before. The caller may register it. */
  next(): string;
  /** A number that no run ever registers, with any prefix. The caller must not register it. */
  nextUnregistered(): string;
}

/** Whether a prefix can be used: a plus and digits, with room for three more digits. One run would use up fewer. */
export const isPhonePrefix = (prefix: string): boolean => /^\+[1-9]\d{0,8}$/.test(prefix);

/**
 * Creates numbers of twelve digits with a prefix, as Saudi or British ones have. They start at random, so that each run has its own.
 * Those that end in 9 are never registered.
 */
export function createPhoneNumbers(prefix: string): PhoneNumbers {
  const freeDigits = 12 - prefix.length;
  const start = randomInt(10 ** freeDigits);
  const toNumber = (index: number, last: number): string =>
    `${prefix}${String((start + index) % 10 ** freeDigits).padStart(freeDigits, '0')}${last}`;
  let [registered, unregistered] = [0, 0];
  return {
    next() {
      registered += 1;
      return toNumber(Math.floor(registered / 9), registered % 9);
    },
    nextUnregistered() {
      unregistered += 1;
      return toNumber(unregistered, 9);
    },
  };
}

/** A random account and holder that most likely nobody has, with valid check digits for a strict service. */
export function createBankAccount(): { iban: string; nationalId: string } {
  // 80 is the code of a Saudi bank, and 1 begins the number of a citizen.
  const account = `80${randomDigits(18)}`;
  const holder = `1${randomDigits(8)}`;
  // ISO 13616: the letters S and A count as 28 and 10.
  const check = 98n - (BigInt(`${account}281000`) % 97n);
  // Luhn: every second digit, from the first on, counts twice, by the sum of its digits.
  const sum = [...holder].reduce(
    (total, digit, index) => total + Number(index % 2 === 0 ? '0246813579'[Number(digit)] : digit),
    0,
  );
  return { iban: `SA${String(check).padStart(2, '0')}${account}`, nationalId: `${holder}${(10 - (sum % 10)) % 10}` };
}

function randomDigits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('');
}

/** Returns the day that is 30 days ahead, in UTC, such as `2030-01-01`. A service may refuse past ones and those too far ahead. */
export const createDeadLineDay = (): string => new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

/**
 * An ID of the same form that most likely no record has; a service may refuse another form for that alone. It differs in its
 * first digit, because with counted IDs a change of the last digit may hit the next record. Without a digit, it differs in its
 * last letter.
 */
export function toUnknownId(id: string): string {
  const [place, one, other] = /\d/.test(id) ? [/\d/, '7', '8'] : [/.$/, 'a', 'b'];
  return id.replace(place, (found) => (found === one ? other : one));
}
