import { fail } from '../errors/escrow-error.ts';
import { tokenKinds } from '../generated/operations.ts';
import { isText } from '../rules/is-text.ts';
import type { TokenKind } from './operation.ts';

/**
 * Gives a token on demand. Lifetimes are not shown (AUTH-12), so the token is kept, and shared by calls in parallel, until
 * the service answers 401: then the provider is asked once more with `refresh: true`, and the call is sent once again.
 */
export type TokenProvider = (request: { kind: TokenKind; refresh: boolean }) => string | Promise<string>;

/** A token as text, or a function that provides one. */
export type TokenSource = string | TokenProvider;

/** The token of one kind. */
export interface TokenCache {
  /** Whether a refused token can be replaced. */
  canRefresh: boolean;
  /** Gives the token to send; given one that was refused, a fresh one. Waits until the deadline is over, at most. */
  take(over: Promise<never>, refused?: string): Promise<string>;
}

/** Whether text can stand in an Authorization header; what it cannot hold would be printed by `fetch` in its error. */
export const isToken = (value: unknown): value is string => isText(value) && /^[!-~]+$/.test(value);

/** Keeps the token of one kind, and asks its provider at most once at a time. */
function createTokenCache(kind: TokenKind, source: TokenSource): TokenCache {
  let held: string | undefined;
  let asked: Promise<string> | undefined;

  async function ask(refresh: boolean): Promise<string> {
    let token: unknown;
    try {
      token = isText(source) ? source : await source({ kind, refresh });
    } catch (cause) {
      fail('token_provider', `got no token: the provider of tokens.${kind} failed, see the cause.`, { cause });
    }
    if (isToken(token)) return token;
    fail(
      'token_provider',
      `got no token: what the provider of tokens.${kind} gave is none, or has spaces or Bearer in it.`,
    );
  }

  return {
    canRefresh: !isText(source),
    async take(over, refused) {
      if (held === refused) held = undefined;
      if (held) return held;
      asked ??= ask(refused !== undefined);
      const asking = asked;
      try {
        const token = await Promise.race([over, asking]);
        // A provider that was given up may still answer, with a token older than the one that is held.
        if (asked === asking) held = token;
        return token;
      } finally {
        // The next call asks again, also where this one waits no longer.
        if (asked === asking) asked = undefined;
      }
    },
  };
}

/** The tokens that are set, by their kinds. */
export function createTokenCaches(
  tokens: Partial<Record<TokenKind, TokenSource>>,
): Partial<Record<TokenKind, TokenCache>> {
  const caches: Partial<Record<TokenKind, TokenCache>> = {};
  for (const kind of tokenKinds) {
    const source = tokens[kind];
    if (source !== undefined) caches[kind] = createTokenCache(kind, source);
  }
  return caches;
}
