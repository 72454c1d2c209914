import type { OperationId, OperationInput, SuccessBody } from '../document/operation-types.ts';
import type { TokenKind } from '../document/registered.ts';
import { isText } from '../rules/guards.ts';

/** A token and its lifetime. */
export interface ExpiringToken {
  /** The text after `Bearer` in the Authorization header. */
  token: string;
  /** Counted from when the provider was asked, to be on the safe side. Above 0. */
  expiresInSeconds: number;
}

/** What a client requests from a token provider. */
export interface TokenRequest {
  /** The kind of token. */
  kind: TokenKind;
  /** Return a new token: the previous one was refused with 401, has expired, or expires soon. Do not return it again. */
  refresh: boolean;
  /**
   * Calls an operation that gives tokens, such as one that logs in. It must not take this kind of token itself.
   * @throws EscrowError as every call does.
   */
  call: <Id extends OperationId>(operationId: Id, input: OperationInput<Id>) => Promise<SuccessBody<Id>>;
}

/**
 * Returns a token, which all calls share. How to obtain tokens and how long they live is not shown (AUTH-12), so a provider may state
 * the lifetime or leave it out. A token given as text is used until the service answers 401. One with `expiresInSeconds` is also refreshed before
 * it expires, and never sent afterwards. After a 401 the provider is asked once more, and the call is sent again.
 */
export type TokenProvider = (request: TokenRequest) => string | ExpiringToken | Promise<string | ExpiringToken>;

/** A token as text, or a function that provides one. */
export type TokenSource = string | TokenProvider;

/** Whether a value can stand in an Authorization header. `fetch` would print any other text in its error. */
export const isToken = (value: unknown): value is string => isText(value) && /^[!-~]+$/.test(value);
