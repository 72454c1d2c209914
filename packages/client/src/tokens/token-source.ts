import type { TokenKind } from '../generated/operations.ts';
import { isText } from '../rules/guards.ts';

/** A token and how long it is good. */
export interface ExpiringToken {
  /** As it stands in the Authorization header after `Bearer`. */
  token: string;
  /** Counted from when the provider was asked, which is the safe side. Above 0. */
  expiresInSeconds: number;
}

/** What a token provider is asked for. */
export interface TokenRequest {
  /** Which token. */
  kind: TokenKind;
  /** A new token is needed: the one before was refused with 401, or its end is near or over. Do not answer with it again. */
  refresh: boolean;
}

/**
 * Gives a token on demand. How tokens are obtained and how long they live is not shown (AUTH-12), so a provider may say it or
 * not. A token is shared by all calls. As text it is kept until the service answers 401; with `expiresInSeconds` it is also
 * never sent past its end, and is refreshed ahead. After a 401 the provider is asked once more, and the call is sent again.
 */
export type TokenProvider = (request: TokenRequest) => string | ExpiringToken | Promise<string | ExpiringToken>;

/** A token as text, or a function that provides one. */
export type TokenSource = string | TokenProvider;

/** Whether text can stand in an Authorization header; what it cannot hold would be printed by `fetch` in its error. */
export const isToken = (value: unknown): value is string => isText(value) && /^[!-~]+$/.test(value);
