import { type SecretField, secretFields } from '../generated/operations.ts';
import { isText } from '../rules/guards.ts';

/**
 * What a secret is: a field of an answer, the legacy customer token, which no call answers with (AUTH-10), or a checkout URL with
 * its ticket, as `flows.checkout` makes it.
 */
export type SecretKind = SecretField | 'customerToken' | 'redirectUrl';

declare const kindOfText: unique symbol;

/** The text of a secret. Any text type-checks as one, but not what another kind of secret revealed. */
export type SecretText<Kind extends SecretKind> = string & { readonly [kindOfText]?: Kind };

/**
 * A token or password that the service answered with (a ticket, `clientUserToken`, `waffy_token`), or an address with one: as text it is
 * `[redacted]`, in logs, JSON and templates, and it is read by {@link Secret.reveal} alone (LEGACY-2). Its kind keeps one
 * from being sent for another.
 */
export class Secret<Kind extends SecretKind = SecretKind> extends String {
  readonly #value: string;
  readonly #kind: Kind;

  constructor(value: string, kind: Kind) {
    super('[redacted]');
    this.#value = value;
    this.#kind = kind;
  }

  /** What the secret is. */
  get kind(): Kind {
    return this.#kind;
  }

  /**
   * The value itself. Never log it. Store a password encrypted, and never send it to a browser; an address with a ticket is for the
   * redirect alone.
   */
  reveal(): SecretText<Kind> {
    return this.#value;
  }
}

const isSecretField = (name: string): name is SecretField => secretFields.includes(name);

/**
 * A parsed body with the fields sealed that hold a token or a password, whichever answer they are in. One that is no text, which
 * the document does not know, is sealed as JSON.
 */
export function sealSecrets(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const fields = body as Record<string, unknown>;
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    if (isSecretField(name) && value !== null && value !== '') {
      fields[name] = new Secret(isText(value) ? value : JSON.stringify(value), name);
    } else sealSecrets(value);
  }
  return body;
}
