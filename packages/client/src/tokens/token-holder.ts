import type { Token } from './token.ts';
import type { TellFailure, TokenCache } from './token-cache.ts';

/** Tells the present. Tests hand in their own. */
export type Clock = () => Date;

/** The token of one kind. */
export interface TokenHolder {
  /** Gives the token to send; given one that was refused, another. Waits until the deadline passes, at most. */
  take(expired: Promise<never>, refused?: Token): Token | Promise<Token>;
  /** Whether a call may be sent again with another token after this one was refused, and one before it, if any. */
  mayReplace(refused: Token, before: Token | undefined): boolean;
}

/** What holders share. */
export interface TokenTools {
  cache: TokenCache | undefined;
  now: Clock;
  tellFailure: TellFailure;
}
