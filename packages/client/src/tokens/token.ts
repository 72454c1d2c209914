import type { CachedToken } from './token-cache.ts';

/** A token that calls may send. */
export interface Token extends CachedToken {
  /** From then on the first call that takes it has it refreshed, in the background. Undefined if no end is known. */
  refreshAtInMs: number | undefined;
  /** Another client may have stored it, so nobody here knows whether the service still takes it. */
  isFromCache: boolean;
}

/** The part of its life after which a token is refreshed, and what chance adds to it: so not all processes do it at once. */
const refreshFrom = 0.7;
const refreshSpread = 0.1;

/** A token with the moment at which it is to be refreshed. */
export function createToken(cached: CachedToken, isFromCache: boolean): Token {
  const { token, obtainedAtInMs, expiresAtInMs } = cached;
  if (expiresAtInMs === undefined) return { token, obtainedAtInMs, refreshAtInMs: undefined, isFromCache };
  const usedPart = refreshFrom + refreshSpread * Math.random();
  const refreshAtInMs = obtainedAtInMs + (expiresAtInMs - obtainedAtInMs) * usedPart;
  return { token, obtainedAtInMs, expiresAtInMs, refreshAtInMs, isFromCache };
}

/** Whether a token is past its end. */
export const isExpired = ({ expiresAtInMs }: Token, now: Date): boolean =>
  expiresAtInMs !== undefined && now.getTime() >= expiresAtInMs;

/** Whether a token is so near its end that it should be refreshed. */
export const isDue = ({ refreshAtInMs }: Token, now: Date): boolean =>
  refreshAtInMs !== undefined && now.getTime() >= refreshAtInMs;
