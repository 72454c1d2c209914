import { EscrowError } from '../errors/escrow-error.ts';
import type { TokenKind } from '../generated/operations.ts';
import type { TokenFailure } from '../observation/observer.ts';
import { isRecord } from '../rules/guards.ts';
import { isToken } from './token-source.ts';

/** A token as a {@link TokenCache} stores it. It survives JSON. Store it as safely as the token itself: encrypted. */
export interface CachedToken {
  /** The token itself, a secret. */
  token: string;
  /** When its provider was asked for it, in ms since 1970. */
  obtainedAtInMs: number;
  /** Its end, in ms since 1970; left out if the provider did not say. */
  expiresAtInMs?: number | undefined;
}

/**
 * Shares tokens between processes: a store of yours, with a key of your own for each environment, client id and kind. A client
 * loads before it asks a provider, and saves what a provider gave. A load or save that fails, or takes longer than a second
 * (our choice), stops no call; the hook `onTokenFailure` receives it.
 */
export interface TokenCache {
  /** The token of a kind as it was saved last; undefined or null if there is none. */
  load(kind: TokenKind): CachedToken | null | undefined | Promise<CachedToken | null | undefined>;
  /** Stores the token of a kind in place of the one before. */
  save(kind: TokenKind, token: CachedToken): unknown;
}

/** Our choice: what a cache saves is a request to the provider, which takes about as long. */
const limitInMs = 1_000;

/** Tells what failed and stopped no call. */
export type TellFailure = (failure: TokenFailure) => void;

/** The cached token of a kind. Undefined if there is none, or none that can be read in time. Never rejects. */
export async function loadToken(
  cache: TokenCache,
  kind: TokenKind,
  tellFailure: TellFailure,
): Promise<CachedToken | undefined> {
  try {
    const cached: unknown = await withinLimit(() => cache.load(kind));
    if (cached === undefined || cached === null) return undefined;
    if (isCachedToken(cached)) return cached;
    tellFailure({ kind, operation: 'load', error: cacheError(kind, 'load', 'gave no token as it was saved') });
  } catch (thrown) {
    tellFailure({ kind, operation: 'load', error: cacheError(kind, 'load', reasonOf(thrown)) });
  }
  return undefined;
}

/** Saves the token of a kind. Never rejects. */
export async function saveToken(
  cache: TokenCache,
  kind: TokenKind,
  { token, obtainedAtInMs, expiresAtInMs }: CachedToken,
  tellFailure: TellFailure,
): Promise<void> {
  const cached: CachedToken = { token, obtainedAtInMs, ...(expiresAtInMs !== undefined && { expiresAtInMs }) };
  try {
    await withinLimit(() => cache.save(kind, cached));
  } catch (thrown) {
    tellFailure({ kind, operation: 'save', error: cacheError(kind, 'save', reasonOf(thrown)) });
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

/** Does a work, or rejects with `tooLate`. What the work does later is ignored. */
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

/** The class of an error alone. Its message may quote the token: a parser quotes what it reads, a store its command. */
function reasonOf(thrown: unknown): string {
  if (thrown === tooLate) return `took longer than ${limitInMs} ms`;
  return `failed${thrown instanceof Error ? ` (${thrown.constructor.name})` : ''}`;
}

function cacheError(kind: TokenKind, operation: 'load' | 'save', reason: string): EscrowError {
  const message = `tokenCache.${operation} of tokens.${kind} ${reason}. No call failed for it; each process asks for its own token.`;
  return new EscrowError('token_cache', message);
}
