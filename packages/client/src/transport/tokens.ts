import { fail } from '../errors/escrow-error.ts';
import { isText } from '../rules/is-text.ts';
import type { TokenKind } from './operation.ts';

/** A token and until when it may be used; without `expiresAt` it is used until the service refuses it (AUTH-12). */
export interface ExpiringToken {
  token: string;
  expiresAt?: Date;
}

/**
 * Gives a token on demand. The result is kept and shared by calls in parallel. After a 401 the provider is asked once
 * more with `refresh: true`, and the call is sent once again.
 */
export type TokenProvider = (request: {
  kind: TokenKind;
  refresh: boolean;
}) => string | ExpiringToken | Promise<string | ExpiringToken>;

/** A token as text, or a function that provides one. */
export type TokenSource = string | TokenProvider;

/** The token of one kind. */
export interface TokenCache {
  /** Whether a refused token can be replaced. */
  canRefresh: boolean;
  /** Gives the token to send; given one that was refused, a fresh one. */
  take(refused?: string): Promise<string>;
  /** Waits no longer for the provider: the next call asks it again. */
  forget(): void;
}

/** Whether text can stand in an Authorization header; what it cannot hold would be printed by `fetch` in its error. */
export const isToken = (value: unknown): value is string => isText(value) && !/[^\x21-\x7e]/.test(value);

/** Keeps the token of one kind, and asks its provider at most once at a time. */
export function createTokenCache(kind: TokenKind, source: TokenSource): TokenCache {
  let held: Promise<ExpiringToken> | undefined;
  let isAnswered = true;

  async function ask(refresh: boolean): Promise<ExpiringToken> {
    const provide = async () => (isText(source) ? source : source({ kind, refresh }));
    isAnswered = false;
    const given = await provide()
      .catch((cause) => fail('token_provider', `tokens.${kind} failed, see the cause.`, { cause }))
      .finally(() => {
        isAnswered = true;
      });
    const token = isText(given) ? { token: given } : given;
    if (isToken(token?.token)) return token;
    fail('token_provider', `tokens.${kind} must give a token without spaces and without Bearer.`);
  }

  return {
    canRefresh: !isText(source),
    async take(refused) {
      const before = held;
      const known = await before;
      const isExpired = new Date(known?.expiresAt as Date) <= new Date();
      if (known && known.token !== refused && !isExpired) return known.token;
      // Where another call has asked meanwhile, its token is the fresh one.
      if (held === before) held = undefined;
      held ??= ask(refused !== undefined);
      const asked = held;
      try {
        return (await asked).token;
      } catch (error) {
        if (held === asked) held = undefined;
        throw error;
      }
    },
    forget() {
      if (!isAnswered) held = undefined;
    },
  };
}
