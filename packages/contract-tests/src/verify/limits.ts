/** How much a verification does at once, and how long it takes. */
export interface Limits {
  /** How many checks are made at once, from 1 to 32. Default: 8. */
  concurrency: number;
  /**
   * How long one answer may take, in milliseconds. After two timeouts in a row an operation is not called again. Default: 30
   * seconds.
   */
  timeoutInMs: number;
  /** How long all checks may take, in milliseconds. Then those made so far are reported. Default: 10 minutes. */
  runTimeoutInMs: number;
}

/** Limits that suit a service that answers within a second. */
export const usualLimits: Readonly<Limits> = { concurrency: 8, timeoutInMs: 30_000, runTimeoutInMs: 600_000 };

/** The most checks at once. Each has a thread of Pact's process. */
export const mostAtOnce = 32;

/** The largest delay of a timer of Node. */
const longestTimeoutInMs = 2 ** 31 - 1;

/** Throws if a limit is out of range. */
export function checkLimits({ concurrency, ...timeouts }: Limits): void {
  refuseOutOfRange({ concurrency }, mostAtOnce);
  refuseOutOfRange(timeouts, longestTimeoutInMs);
}

/** Throws if one of these numbers is not a whole number from 1 to the largest one allowed. */
function refuseOutOfRange(numbers: Record<string, number>, most: number): void {
  for (const [name, value] of Object.entries(numbers)) {
    if (Number.isInteger(value) && value >= 1 && value <= most) continue;
    throw new RangeError(`${name} is ${value}: give a whole number from 1 to ${most}.`);
  }
}
