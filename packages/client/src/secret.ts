/** What `console.log` looks for on Node, Bun and Deno. */
const inspect = Symbol.for('nodejs.util.inspect.custom');

/**
 * A token or password that the service answered with (a ticket, `clientUserToken`, `waffy_token`): it prints as
 * `[redacted]` in logs, JSON and templates, and is read by {@link Secret.reveal} alone (LEGACY-2).
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
    Object.defineProperty(this, inspect, { value: this.toString });
  }

  /** The value itself. Store it encrypted, never log it, never send it to a browser unless the service says so. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return '[redacted]';
  }

  toJSON(): string {
    return this.toString();
  }
}
