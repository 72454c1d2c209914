import { randomInt } from 'node:crypto';

/** How many digits a number has, its prefix included, as a Saudi or British one. */
const digits = 12;

/** Fewer would be used up by one run. */
const fewestFreeDigits = 3;

/** Hands out phone numbers of test customers. */
export interface PhoneNumbers {
  /** A number that this run has not handed out. Whoever gets it may register it. */
  next(): string;
  /** A number that no run of any prefix ever registers. It must not be registered. */
  nextUnregistered(): string;
}

/** Whether numbers can be made of a prefix: a plus, digits, and room for three more. */
export function isPhonePrefix(prefix: string): boolean {
  return /^\+[1-9]\d*$/.test(prefix) && digits - (prefix.length - 1) >= fewestFreeDigits;
}

/**
 * Creates numbers with a prefix, from a random place on, so that each run has its own. Those that end in 90 to 99 are never registered. Throws where the prefix leaves no room.
 */
export function createPhoneNumbers(prefix: string): PhoneNumbers {
  if (!isPhonePrefix(prefix)) throw new Error(`${prefix} is no prefix of phone numbers.`);
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
