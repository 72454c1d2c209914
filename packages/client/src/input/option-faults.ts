import { type ErrorDetails, EscrowError } from '../errors/escrow-error.ts';
import { isRecord } from '../rules/guards.ts';

/** What is wrong with options. No message holds a value that was given: it may be a secret. */
export class OptionFaults {
  readonly #messages: string[] = [];

  /** Adds a fault unless the option is as it has to be, or, where it may be left out, undefined. */
  expect(name: string, isAccepted: boolean, demand: string): void {
    if (!isAccepted) this.#messages.push(`options.${name} must be ${demand}`);
  }

  /**
   * The options of a group as an object, empty where there is none. Options that are not listed are faults.
   * @param internal Accepted as well, and named in no message.
   */
  group(
    name: string,
    given: unknown,
    listed: readonly string[],
    internal: readonly string[] = [],
  ): Record<string, unknown> {
    if (given === undefined) return {};
    const prefix = name === '' ? 'options' : `options.${name}`;
    if (!isRecord(given)) {
      this.#messages.push(`${prefix} must be an object`);
      return {};
    }
    for (const key of Object.keys(given)) {
      if (given[key] === undefined || [...listed, ...internal].includes(key)) continue;
      this.#messages.push(
        `${prefix}.${key} is not known (leave it out, or correct its spelling: ${listed.join(', ')})`,
      );
    }
    return given;
  }

  /**
   * Ends the reading of options.
   * @param what What cannot be done with them, such as `was not sent`.
   * @throws EscrowError `configuration` that lists every fault.
   */
  throwIfAny(what: string, details?: ErrorDetails): void {
    if (this.#messages.length === 0) return;
    throw new EscrowError('configuration', `${what}: ${this.#messages.join('; ')}.`, details);
  }
}
