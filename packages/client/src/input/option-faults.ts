import { type ErrorDetails, fail } from '../errors/escrow-error.ts';
import { isRecord } from '../rules/guards.ts';

/** Collects what is wrong with options. No message contains a given value, which may be a secret. */
export class OptionFaults {
  readonly #messages: string[] = [];

  /** Adds a fault unless the option is accepted. `demand` says what it must be. */
  expect(name: string, isAccepted: boolean, demand: string): void {
    if (!isAccepted) this.#messages.push(`options.${name} must be ${demand}`);
  }

  /**
   * Returns a group of options as an object, which is empty if the group is missing. Options that are not listed are faults.
   * @param internal Also accepted, but not mentioned in messages.
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
   * Throws if there is a fault.
   * @param what What does not happen because of it, such as `was not sent`.
   * @throws EscrowError `configuration` that lists all faults.
   */
  throwIfAny(what: string, details?: ErrorDetails): void {
    if (this.#messages.length > 0) fail('configuration', `${what}: ${this.#messages.join('; ')}.`, details);
  }
}
