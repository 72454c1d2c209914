import { configurationError } from '../errors/configuration-error.ts';
import type { ProcessingOptions } from '../inbox/processing.ts';

/** The options of processing with their defaults. */
export interface ProcessingSettings extends Required<Omit<ProcessingOptions, 'onError'>> {
  /** The caller's; it does not throw. */
  onError: NonNullable<ProcessingOptions['onError']>;
}

/** Where nobody says how long `stop` waits. */
export const defaultStopLimitInMs = 30_000;

/** Timers take no longer time: they would end at once. */
export const longestTimeInMs: number = 2 ** 31 - 1;

/** Whether it is an integer above 0 that a timer takes as well. */
export const isCount = (value: number): boolean => Number.isSafeInteger(value) && value > 0 && value <= longestTimeInMs;

/** The options with their defaults. Throws where one cannot work. */
export function completeSettings({ onError, ...options }: ProcessingOptions = {}): ProcessingSettings {
  const { concurrency = 10, attempts = 20, firstDelayInMs = 1_000, longestDelayInMs = 300_000 } = options;
  const numbers = { concurrency, attempts, firstDelayInMs, longestDelayInMs };
  for (const [name, value] of Object.entries(numbers)) {
    if (!isCount(value)) throw configurationError(`${name}: set it to an integer above 0.`);
  }
  return { ...numbers, onError: withoutThrowing(onError) };
}

/** What a caller's listener throws must not stop the processing. */
function withoutThrowing(onError: ProcessingOptions['onError']): ProcessingSettings['onError'] {
  return (...failure) => {
    try {
      onError?.(...failure);
    } catch {
      // Nobody is left to be told.
    }
  };
}
