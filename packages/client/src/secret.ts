/**
 * A token or password that the service answered with (a ticket, `clientUserToken`, `waffy_token`): as text it is
 * `[redacted]`, in logs, JSON and templates, and it is read by {@link Secret.reveal} alone (LEGACY-2).
 */
export class Secret extends String {
  readonly #value: string;

  constructor(value: string) {
    super('[redacted]');
    this.#value = value;
  }

  /** The value itself. Store it encrypted, never log it, never send it to a browser unless the service says so. */
  reveal(): string {
    return this.#value;
  }
}
