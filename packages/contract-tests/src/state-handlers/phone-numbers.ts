import { randomInt } from 'node:crypto';

/** How many digits a number has, including its prefix; the same as a Saudi or British number. */
const digits = 12;

/** One run would use up fewer. */
const fewestFreeDigits = 3;

/** Hands out phone numbers of test customers. */
export interface PhoneNumbers {
  /** A number that this run has not handed out before. The caller may register it. */
  next(): string;
  /** A number that no run ever registers, with any prefix. The caller must not register it. */
  nextUnregistered(): string;
}

/** Whether a prefix can be used: a plus and digits, with room for three more digits. */
export function isPhonePrefix(prefix: string): boolean {
  return /^\+[1-9]\d*$/.test(prefix) && digits - (prefix.length - 1) >= fewestFreeDigits;
}

/**
 * Creates numbers with a prefix, starting at random, so that each run has its own. Numbers that end in 90 to 99 are never
 * registered. Throws if the prefix leaves no room.
 */
export function createPhoneNumbers(prefix: string): PhoneNumbers {
  if (!isPhonePrefix(prefix)) throw new Error(`${prefix} is not a prefix of phone numbers.`);
  const free = digits - (prefix.length - 1);
  const hundreds = 10 ** (free - 2);
  const toNumber = (index: number, last: number) =>
    `${prefix}${String(index % hundreds).padStart(free - 2, '0')}${String(last).padStart(2, '0')}`;
  const registered = 90;
  let next = randomInt(hundreds * registered);
  let nextUnregistered = randomInt(hundreds * 10);
  return {
    next: () => {
      next += 1;
      return toNumber(Math.floor(next / registered), next % registered);
    },
    nextUnregistered: () => {
      nextUnregistered += 1;
      return toNumber(Math.floor(nextUnregistered / 10), registered + (nextUnregistered % 10));
    },
  };
}
