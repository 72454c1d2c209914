import type { SecretField } from './registered.ts';

/**
 * The kinds of secrets: a field of an answer, the legacy customer token, which no call returns (AUTH-10), or a checkout URL with its
 * ticket, which `flows.checkout` returns.
 */
export type SecretKind = SecretField | 'customerToken' | 'redirectUrl';

declare const kindOfText: unique symbol;

/** The text of a secret. Any text type-checks, except the text of another kind of secret. */
export type SecretText<Kind extends SecretKind> = string & { readonly [kindOfText]?: Kind };

/**
 * A token or password that the service returned (a ticket, `clientUserToken`, `waffy_token`), or an address that contains one. It
 * prints as `[redacted]` in logs, JSON and templates; only {@link Secret.reveal} reads it (LEGACY-2). Its kind prevents
 * that one secret is sent in place of another.
 */
export class Secret<Kind extends SecretKind = SecretKind> extends String {
  readonly #value: string;
  readonly #kind: Kind;

  constructor(value: string, kind: Kind) {
    super('[redacted]');
    this.#value = value;
    this.#kind = kind;
  }

  /** Which kind of secret it is. */
  get kind(): Kind {
    return this.#kind;
  }

  /**
   * Returns the value itself. Never log it. Store a password encrypted, and never send it to a browser. Use an address with a ticket
   * only for the redirect.
   */
  reveal(): SecretText<Kind> {
    return this.#value;
  }
}
