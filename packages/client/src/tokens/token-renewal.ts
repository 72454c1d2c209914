import type { TokenKind } from '../document/registered.ts';
import { EscrowError, fail } from '../errors/escrow-error.ts';
import { isRecord } from '../rules/guards.ts';
import { createExpiringToken, isDue, isExpired, type Token } from './token.ts';
import type { Clock, TokenHolder, TokenTools } from './token-holder.ts';
import { isToken, type TokenProvider } from './token-source.ts';

/** Our choice: how long a background refresh may take before another one starts. */
const refreshLimitInMs = 30_000;
/** Our choice: the shortest delay between a failed background refresh and the next one. */
const refreshDelayInMs = 5_000;
/** How many refused tokens are remembered, so that no late answer brings them back. */
const refusedLimit = 100;

/** How to request a token. */
interface TokenDemand {
  refresh: boolean;
  /** Whether calls go on with the current token meanwhile. */
  isBackground: boolean;
}

/**
 * A token that a provider supplies and renews. It starts empty, and changes only when a call takes a token or a request settles:
 *
 * - Empty: there is no current token. The first call requests one, and all calls wait for it.
 * - Current: calls get the token at once. From its refresh time on, the next call starts a background request, which replaces the
 *   token when it arrives. After a failure, the next one starts at least 5 s later. If one has no answer after 30 s, the next call starts another.
 * - Expired: the token is past its end. Calls wait for a request, as in the empty state.
 *
 * A 401 for the current token makes it empty. A 401 for an older token only adds that token to the refused ones. A waiting call whose
 * deadline passes ends with its error; the next call makes a new request, but also takes the answer to the earlier one, if that
 * comes first. Of two answers, the one that was requested later stays.
 *
 * It never returns an expired token, never takes a refused token from a late answer, and has no timer of its own.
 */
export class RenewedToken implements TokenHolder {
  readonly isReplaceable = true;
  readonly #kind: TokenKind;
  readonly #provide: TokenProvider;
  readonly #call: TokenTools['call'];
  readonly #now: Clock;
  readonly #onFailure: TokenTools['onFailure'];
  readonly #refused = new Set<string>();
  #current: Token | undefined;
  /** The promise that waiting calls share. */
  #awaited: Promise<Token> | undefined;
  /** The latest request to the provider, until it settles. */
  #latestRequest: Promise<Token> | undefined;
  #requestCount = 0;
  /** The number of the request that returned the current token. */
  #currentRequest = 0;
  #noRefreshBeforeInMs = 0;

  constructor(kind: TokenKind, provide: TokenProvider, { call, now, onFailure }: TokenTools) {
    this.#call = call;
    this.#kind = kind;
    this.#provide = provide;
    this.#now = now;
    this.#onFailure = onFailure;
  }

  take(expired: Promise<never>, refused?: Token): Token | Promise<Token> {
    if (refused) this.#addRefused(refused);
    const current = this.#current;
    if (!current) return this.#waitForToken(expired, { refresh: refused !== undefined, isBackground: false });
    if (current.expiresAtInMs === undefined) return current;
    const now = this.#now();
    if (isExpired(current, now)) return this.#waitForToken(expired, { refresh: true, isBackground: false });
    if (isDue(current, now)) this.#refreshInBackground(now.getTime());
    return current;
  }

  #addRefused({ token }: Token): void {
    this.#refused.add(token);
    const [oldest = ''] = this.#refused;
    if (this.#refused.size > refusedLimit) this.#refused.delete(oldest);
    if (this.#current?.token === token) this.#current = undefined;
  }

  async #waitForToken(expired: Promise<never>, demand: TokenDemand): Promise<Token> {
    const awaited = this.#awaited ?? this.#request(demand);
    try {
      return await Promise.race([expired, awaited]);
    } finally {
      // Even if this call's deadline has passed, the next call makes a new request.
      if (this.#awaited === awaited) this.#awaited = undefined;
    }
  }

  #refreshInBackground(nowInMs: number): void {
    if (nowInMs < this.#noRefreshBeforeInMs) return;
    if (this.#awaited) this.#reportRefreshFailure(`takes longer than ${refreshLimitInMs} ms and was given up.`);
    this.#noRefreshBeforeInMs = nowInMs + refreshLimitInMs;
    this.#request({ refresh: true, isBackground: true });
  }

  #request(demand: TokenDemand): Promise<Token> {
    const requestNumber = ++this.#requestCount;
    const request = this.#askProvider(demand.refresh);
    // A provider that is slower than the deadline may still answer the earlier request.
    const awaited = this.#latestRequest ? Promise.race([request, this.#ifUsable(this.#latestRequest)]) : request;
    this.#latestRequest = request;
    this.#awaited = awaited;
    const endRequest = () => {
      if (this.#latestRequest === request) this.#latestRequest = undefined;
    };
    const endWaiting = () => {
      if (this.#awaited === awaited) this.#awaited = undefined;
    };
    awaited.then(endWaiting, (error: EscrowError) => {
      if (this.#awaited === awaited && demand.isBackground) this.#delayRefresh(error);
      endWaiting();
    });
    request.then(
      (token) => {
        endRequest();
        this.#replaceCurrent(token, requestNumber);
      },
      // The waiting calls receive the error.
      endRequest,
    );
    return awaited;
  }

  /** Resolves with the token of an earlier request. Never settles if that fails, or the service has refused the token. */
  #ifUsable(earlier: Promise<Token>): Promise<Token> {
    return new Promise((resolve) => {
      earlier.then(
        (token) => {
          if (!this.#refused.has(token.token)) resolve(token);
        },
        () => {},
      );
    });
  }

  async #askProvider(refresh: boolean): Promise<Token> {
    const obtainedAtInMs = this.#now().getTime();
    let given: unknown;
    try {
      given = await this.#provide({ kind: this.#kind, refresh, call: this.#call });
    } catch (cause) {
      fail('token_provider', `got no token: the provider of tokens.${this.#kind} failed, see the cause.`, { cause });
    }
    const token = readProvided(given, { kind: this.#kind, obtainedAtInMs });
    if (!isExpired(token, this.#now())) return token;
    fail('token_provider', `got no token: the one from the provider of tokens.${this.#kind} had already expired.`);
  }

  #replaceCurrent(token: Token, requestNumber: number): void {
    const isLate = requestNumber < this.#requestCount;
    if (requestNumber < this.#currentRequest || (isLate && this.#refused.has(token.token))) return;
    this.#current = token;
    this.#currentRequest = requestNumber;
    this.#noRefreshBeforeInMs = 0;
  }

  #delayRefresh({ message, cause }: EscrowError): void {
    this.#noRefreshBeforeInMs = this.#now().getTime() + refreshDelayInMs;
    this.#reportRefreshFailure(message, cause);
  }

  #reportRefreshFailure(what: string, cause?: unknown): void {
    const message = `Refreshing tokens.${this.#kind} ahead ${what} Calls use the current token until it expires.`;
    this.#onFailure({
      kind: this.#kind,
      error: new EscrowError('token_provider', message, { cause }),
    });
  }
}

/** Reads what a provider returned. */
function readProvided(given: unknown, asked: { kind: TokenKind; obtainedAtInMs: number }): Token {
  const { kind, obtainedAtInMs } = asked;
  if (isToken(given)) return { token: given, expiresAtInMs: undefined, refreshAtInMs: undefined };
  const { token, expiresInSeconds } = isRecord(given) ? given : {};
  const problem = `got no token: the provider of tokens.${kind} must give`;
  if (!isToken(token)) fail('token_provider', `${problem} text without spaces, and without Bearer before it.`);
  if (typeof expiresInSeconds !== 'number' || !(expiresInSeconds > 0) || !Number.isFinite(expiresInSeconds)) {
    fail('token_provider', `${problem} { token, expiresInSeconds }, with expiresInSeconds above 0.`);
  }
  return createExpiringToken(token, obtainedAtInMs, expiresInSeconds * 1000);
}
