import { isObject, isText } from '../rules/guards.ts';
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
 * prints as `[redacted]` in logs, JSON and templates; only {@link Secret.reveal} reads it (LEGACY-2). Its kind keeps one secret
 * from being sent in place of another.
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

const isOneOf = (fields: readonly string[], name: string): name is SecretField => fields.includes(name);

/**
 * Wraps each field of a parsed body that holds a token or a password in a {@link Secret}, whichever answer it is in. A value that is
 * not text, which the document does not show, is wrapped as JSON.
 */
export function sealSecrets(body: unknown, secretFields: readonly SecretField[]): unknown {
  if (!isObject(body)) return body;
  for (const [name, value] of Object.entries(body)) {
    if (isOneOf(secretFields, name) && value !== null && value !== '') {
      body[name] = new Secret(isText(value) ? value : JSON.stringify(value), name);
    } else sealSecrets(value, secretFields);
  }
  return body;
}
