import { EscrowError } from '../errors/escrow-error.ts';
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
export const isToken = (value: unknown): value is string => typeof value === 'string' && /^[\x21-\x7e]+$/.test(value);

/** Keeps the token of one kind, and asks its provider at most once at a time. */
export function createTokenCache(kind: TokenKind, source: TokenSource): TokenCache {
  const canRefresh = typeof source !== 'string';
  let held: ExpiringToken | undefined = canRefresh ? undefined : { token: source };
  let asked: Promise<ExpiringToken> | undefined;

  const failed = (problem: string, cause?: unknown): EscrowError =>
    new EscrowError('token_provider', `tokens.${kind} ${problem}.`, { cause });

  async function ask(refresh: boolean): Promise<ExpiringToken> {
    const given = await (async () => (source as TokenProvider)({ kind, refresh }))().catch((cause) => {
      throw failed('failed, see the cause', cause);
    });
    const token = typeof given === 'string' ? { token: given } : given;
    if (!isToken(token?.token)) throw failed('must give a token without spaces and without Bearer');
    return token;
  }

  const isExpired = ({ expiresAt }: ExpiringToken) => expiresAt && new Date(expiresAt).getTime() <= Date.now();

  return {
    canRefresh,
    async take(refused) {
      if (held && held.token !== refused && !isExpired(held)) return held.token;
      asked ??= ask(refused !== undefined);
      const asking = asked;
      try {
        const given = await asking;
        // A provider that was given up may still answer, with a token older than the one that is held.
        if (asked === asking) held = given;
        return given.token;
      } finally {
        if (asked === asking) asked = undefined;
      }
    },
    forget() {
      asked = undefined;
    },
  };
}
