import type { Clock } from '../clock.ts';
import { configurationError } from '../errors/configuration-error.ts';
import type { ProcessingOptions } from '../inbox/processing.ts';

/** The options of processing with their defaults. */
export interface ProcessingSettings extends Required<Omit<ProcessingOptions, 'onError'>> {
  /** The caller's listener. It never throws. */
  onError: NonNullable<ProcessingOptions['onError']>;
  now: Clock;
}

/** Timers fire at once if asked for a longer time. */
export const longestTimerInMs: number = 2 ** 31 - 1;

/** Whether it is an integer above 0 that a timer takes. */
export const isCount = (value: number): boolean =>
  Number.isSafeInteger(value) && value > 0 && value <= longestTimerInMs;

/** Throws if an option cannot work. */
export function completeSettings({ onError, ...options }: ProcessingOptions, now: Clock): ProcessingSettings {
  const { concurrency = 10, attempts = 20, firstDelayInMs = 1_000, longestDelayInMs = 300_000 } = options;
  const numbers = { concurrency, attempts, firstDelayInMs, longestDelayInMs };
  for (const [name, value] of Object.entries(numbers)) {
    if (!isCount(value)) throw configurationError(`${name}: set it to an integer above 0.`);
  }
  return { ...numbers, onError: withoutThrowing(onError), now };
}

function withoutThrowing(onError: ProcessingOptions['onError']): ProcessingSettings['onError'] {
  return (...failure) => {
    try {
      onError?.(...failure);
    } catch {
      // A listener that throws must not stop the processing.
    }
  };
}
