import type { TokenFailure } from '../observation/observer.ts';
import type { Token } from './token.ts';
import type { TokenRequest } from './token-source.ts';

/** Returns the current time. Tests pass their own. */
export type Clock = () => Date;

/** The token of one kind. */
export interface TokenHolder {
  /**
   * Returns the token to send.
   * @param expired Rejects when the deadline passes, and so ends the wait for a token.
   * @param refused The token that the service just refused, which is not returned again unless the provider gives it once more.
   */
  take(expired: Promise<never>, refused?: Token): Token | Promise<Token>;
  /** Whether a call may be sent once more with another token, after this one was refused. */
  readonly isReplaceable: boolean;
}

/** What all token holders of a client share. */
export interface TokenTools {
  call: TokenRequest['call'];
  now: Clock;
  /** Receives a failure that fails no call. */
  onFailure: (failure: TokenFailure) => void;
}
