/** A token that calls may send. */
export interface Token {
  /** The token itself, a secret. */
  token: string;
  /** When it expires, in ms since 1970. Undefined if the provider did not say. */
  expiresAtInMs: number | undefined;
  /** From this time on, the next call starts a refresh in the background. Undefined if the token has no known end. */
  refreshAtInMs: number | undefined;
}

/** A token is refreshed after this part of its life, plus a random part, so that not all processes refresh at once. */
const refreshFrom = 0.7;
const refreshSpread = 0.1;

/** Creates a token that expires. */
export function createExpiringToken(token: string, obtainedAtInMs: number, lifeInMs: number): Token {
  const usedPart = refreshFrom + refreshSpread * Math.random();
  return { token, expiresAtInMs: obtainedAtInMs + lifeInMs, refreshAtInMs: obtainedAtInMs + lifeInMs * usedPart };
}

/** Whether a token has expired. */
export const isExpired = ({ expiresAtInMs }: Token, now: Date): boolean =>
  expiresAtInMs !== undefined && now.getTime() >= expiresAtInMs;

/** Whether a token should be refreshed. */
export const isDue = ({ refreshAtInMs }: Token, now: Date): boolean =>
  refreshAtInMs !== undefined && now.getTime() >= refreshAtInMs;
