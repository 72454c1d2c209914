import type { TokenKind } from '../document/registered.ts';
import { EscrowError } from '../errors/escrow-error.ts';
import type { TokenFailure } from '../observation/observer.ts';
import { isRecord } from '../rules/guards.ts';
import { isToken } from './token-source.ts';

/** A token as a {@link TokenCache} stores it. It survives JSON. Store it as safely as the token itself: encrypted. */
export interface CachedToken {
  /** The token itself, a secret. */
  token: string;
  /** When the provider was asked for it, in ms since 1970. */
  obtainedAtInMs: number;
  /** When it expires, in ms since 1970; left out if the provider did not say. */
  expiresAtInMs?: number | undefined;
}

/**
 * Your store, through which processes share tokens. Use a separate key for each environment, client id and kind. A client loads
 * before it asks a provider, and saves what the provider returned. A load or save that fails, or takes longer than a second (our
 * choice), fails no call; the observer's hook `tokenFailure` receives it.
 */
export interface TokenCache {
  /** Returns the token of a kind that was saved last; undefined or null if there is none. */
  load(kind: TokenKind): CachedToken | null | undefined | Promise<CachedToken | null | undefined>;
  /** Replaces the token of a kind. */
  save(kind: TokenKind, token: CachedToken): unknown;
}

/** Our choice. A cache saves a request to the provider, which takes about as long. */
const limitInMs = 1_000;

/** Receives a failure that fails no call. */
export type OnTokenFailure = (failure: TokenFailure) => void;

/** Loads the token of a kind. Undefined if there is none, or if loading fails or takes too long. Never rejects. */
export async function loadToken(
  cache: TokenCache,
  kind: TokenKind,
  onFailure: OnTokenFailure,
): Promise<CachedToken | undefined> {
  try {
    const cached: unknown = await withinLimit(() => cache.load(kind));
    if (cached === undefined || cached === null) return undefined;
    if (isCachedToken(cached)) return cached;
    onFailure({ kind, operation: 'load', error: cacheError(kind, 'load', 'did not return a saved token') });
  } catch (thrown) {
    onFailure({ kind, operation: 'load', error: cacheError(kind, 'load', reasonOf(thrown)) });
  }
  return undefined;
}

/** Saves the token of a kind. Never rejects. */
export async function saveToken(
  cache: TokenCache,
  kind: TokenKind,
  { token, obtainedAtInMs, expiresAtInMs }: CachedToken,
  onFailure: OnTokenFailure,
): Promise<void> {
  const cached: CachedToken = { token, obtainedAtInMs, ...(expiresAtInMs !== undefined && { expiresAtInMs }) };
  try {
    await withinLimit(() => cache.save(kind, cached));
  } catch (thrown) {
    onFailure({ kind, operation: 'save', error: cacheError(kind, 'save', reasonOf(thrown)) });
  }
}

function isCachedToken(value: unknown): value is CachedToken {
  if (!isRecord(value)) return false;
  const { token, obtainedAtInMs, expiresAtInMs } = value;
  return (
    isToken(token) && Number.isFinite(obtainedAtInMs) && (expiresAtInMs === undefined || Number.isFinite(expiresAtInMs))
  );
}

const tooLate = Symbol('too late');

/** Settles as the work does, or rejects with `tooLate` after the limit and ignores the work from then on. */
async function withinLimit<Value>(work: () => Value | Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(reject, limitInMs, tooLate);
  });
  try {
    return await Promise.race([work(), limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Names only the class of an error. Its message may quote the token: a parser quotes its input, a store its command. */
function reasonOf(thrown: unknown): string {
  if (thrown === tooLate) return `took longer than ${limitInMs} ms`;
  return `failed${thrown instanceof Error ? ` (${thrown.constructor.name})` : ''}`;
}

function cacheError(kind: TokenKind, operation: 'load' | 'save', reason: string): EscrowError {
  const consequence = 'No call failed because of it; each process gets its own token from its provider.';
  return new EscrowError('token_cache', `tokenCache.${operation} of tokens.${kind} ${reason}. ${consequence}`);
}
