import type { CachedToken } from './token-cache.ts';

/** A token that calls may send. */
export interface Token extends CachedToken {
  /** From this time on, the next call starts a refresh in the background. Undefined if the token has no known end. */
  refreshAtInMs: number | undefined;
  /** Whether it came from the cache: another process may have stored it, and the service may no longer accept it. */
  isFromCache: boolean;
}

/** A token is refreshed after this part of its life, plus a random part, so that not all processes refresh at once. */
const refreshFrom = 0.7;
const refreshSpread = 0.1;

/** Creates a token with its refresh time. */
export function createToken(cached: CachedToken, isFromCache: boolean): Token {
  const { token, obtainedAtInMs, expiresAtInMs } = cached;
  if (expiresAtInMs === undefined) return { token, obtainedAtInMs, refreshAtInMs: undefined, isFromCache };
  const usedPart = refreshFrom + refreshSpread * Math.random();
  const refreshAtInMs = obtainedAtInMs + (expiresAtInMs - obtainedAtInMs) * usedPart;
  return { token, obtainedAtInMs, expiresAtInMs, refreshAtInMs, isFromCache };
}

/** Whether a token has expired. */
export const isExpired = ({ expiresAtInMs }: Token, now: Date): boolean =>
  expiresAtInMs !== undefined && now.getTime() >= expiresAtInMs;

/** Whether a token should be refreshed. */
export const isDue = ({ refreshAtInMs }: Token, now: Date): boolean =>
  refreshAtInMs !== undefined && now.getTime() >= refreshAtInMs;
