import { EscrowError, fail } from '../errors/escrow-error.ts';
import type { TokenKind } from '../generated/operations.ts';
import { isRecord } from '../rules/guards.ts';
import { createToken, isDue, isExpired, type Token } from './token.ts';
import { loadToken, saveToken, type TellFailure, type TokenCache } from './token-cache.ts';
import type { Clock, TokenHolder, TokenTools } from './token-holder.ts';
import { isToken, type TokenProvider } from './token-source.ts';

/** Our choice: how long a refresh ahead may take before another one begins. */
const refreshLimitInMs = 30_000;
/** Our choice: how long after a failed refresh ahead the next one begins, at the earliest. */
const refreshDelayInMs = 5_000;
/** How many refused tokens are remembered, so that no cache brings them back. */
const refusedLimit = 100;

/** How a token is asked for. */
interface Demand {
  refresh: boolean;
  /** Whether a token of the cache will do. */
  mayLoad: boolean;
  /** Whether the token that is held is still good, so that no call waits. */
  isAhead: boolean;
}

/**
 * A token that a provider gives and renews. It is asked for once at a time, whoever waits for it. When the deadline of a call that waits
 * is expired, the next call asks again, but takes the token of the earlier question if that comes first. Of two tokens the one that was
 * asked for later is kept, and none that the service has refused.
 */
export class RenewedToken implements TokenHolder {
  readonly #kind: TokenKind;
  readonly #provide: TokenProvider;
  readonly #cache: TokenCache | undefined;
  readonly #now: Clock;
  readonly #tellFailure: TellFailure;
  readonly #refused = new Set<string>();
  #held: Token | undefined;
  #asking: Promise<Token> | undefined;
  /** The latest answer of the provider or the cache, which may be still to come. */
  #obtained: Promise<Token> | undefined;
  #questions = 0;
  /** The question that the token held was the answer to. */
  #heldFrom = 0;
  #noRefreshBeforeInMs = 0;

  constructor(kind: TokenKind, provide: TokenProvider, { cache, now, tellFailure }: TokenTools) {
    this.#kind = kind;
    this.#provide = provide;
    this.#cache = cache;
    this.#now = now;
    this.#tellFailure = tellFailure;
  }

  take(expired: Promise<never>, refused?: Token): Token | Promise<Token> {
    if (refused) this.#forget(refused);
    const held = this.#held;
    if (!held) {
      // The cache gave the refused one: now only the provider will do.
      const mayLoad = !refused?.isFromCache;
      return this.#waitFor(expired, { refresh: refused !== undefined, mayLoad, isAhead: false });
    }
    if (held.expiresAtInMs === undefined) return held;
    const now = this.#now();
    if (isExpired(held, now)) return this.#waitFor(expired, { refresh: true, mayLoad: true, isAhead: false });
    if (isDue(held, now)) this.#refreshAhead(now.getTime());
    return held;
  }

  /** Once; twice if the first replacement came from the cache, because another process may have left an old token there. */
  mayReplace(refused: Token, before: Token | undefined): boolean {
    return before === undefined || (refused.isFromCache && !before.isFromCache);
  }

  #forget({ token }: Token): void {
    this.#refused.add(token);
    const [oldest = ''] = this.#refused;
    if (this.#refused.size > refusedLimit) this.#refused.delete(oldest);
    if (this.#held?.token === token) this.#held = undefined;
  }

  async #waitFor(expired: Promise<never>, demand: Demand): Promise<Token> {
    const asking = this.#asking ?? this.#ask(demand);
    try {
      return await Promise.race([expired, asking]);
    } finally {
      // The next call asks again, also where this one waits no longer.
      if (this.#asking === asking) this.#asking = undefined;
    }
  }

  #refreshAhead(nowInMs: number): void {
    if (nowInMs < this.#noRefreshBeforeInMs) return;
    if (this.#asking) this.#tellRefreshFailed(`takes longer than ${refreshLimitInMs} ms and was given up.`);
    this.#noRefreshBeforeInMs = nowInMs + refreshLimitInMs;
    this.#ask({ refresh: true, mayLoad: true, isAhead: true });
  }

  #ask(demand: Demand): Promise<Token> {
    const question = ++this.#questions;
    const obtained = this.#obtain(demand);
    // A provider that is slower than the deadline may still answer the question before.
    const asking = this.#obtained ? Promise.race([obtained, this.#usable(this.#obtained)]) : obtained;
    this.#obtained = obtained;
    this.#asking = asking;
    const forget = () => {
      if (this.#obtained === obtained) this.#obtained = undefined;
    };
    const end = () => {
      if (this.#asking === asking) this.#asking = undefined;
    };
    asking.then(end, (error: EscrowError) => {
      if (this.#asking === asking && demand.isAhead) this.#delayRefresh(error);
      end();
    });
    obtained.then(
      (token) => {
        forget();
        this.#keep(token, question);
      },
      // Whoever waits for it receives the error.
      forget,
    );
    return asking;
  }

  /** The token of an earlier question, unless it fails or the service has refused it: then it never settles. */
  #usable(late: Promise<Token>): Promise<Token> {
    return new Promise((resolve) => {
      late.then(
        (token) => {
          if (!this.#refused.has(token.token)) resolve(token);
        },
        () => {},
      );
    });
  }

  async #obtain({ refresh, mayLoad }: Demand): Promise<Token> {
    const cached = mayLoad && this.#cache ? await this.#load(this.#cache) : undefined;
    return cached ?? (await this.#askProvider(refresh));
  }

  /** The token of the cache, if it is better than the one that is held. */
  async #load(cache: TokenCache): Promise<Token | undefined> {
    const cached = await loadToken(cache, this.#kind, this.#tellFailure);
    if (!cached || this.#refused.has(cached.token)) return undefined;
    const token = createToken(cached, true);
    const now = this.#now();
    return isExpired(token, now) || (this.#held && isDue(token, now)) ? undefined : token;
  }

  async #askProvider(refresh: boolean): Promise<Token> {
    const obtainedAtInMs = this.#now().getTime();
    let given: unknown;
    try {
      given = await this.#provide({ kind: this.#kind, refresh });
    } catch (cause) {
      fail('token_provider', `got no token: the provider of tokens.${this.#kind} failed, see the cause.`, { cause });
    }
    const token = readProvided(given, { kind: this.#kind, obtainedAtInMs });
    if (!isExpired(token, this.#now())) return token;
    fail(
      'token_provider',
      `got no token: the one that the provider of tokens.${this.#kind} gave was past its end already.`,
    );
  }

  #keep(token: Token, question: number): void {
    const isLate = question < this.#questions;
    if (question < this.#heldFrom || (isLate && this.#refused.has(token.token))) return;
    this.#held = token;
    this.#heldFrom = question;
    this.#noRefreshBeforeInMs = 0;
    if (this.#cache && !token.isFromCache) void saveToken(this.#cache, this.#kind, token, this.#tellFailure);
  }

  #delayRefresh({ message, cause }: EscrowError): void {
    this.#noRefreshBeforeInMs = this.#now().getTime() + refreshDelayInMs;
    this.#tellRefreshFailed(message, cause);
  }

  #tellRefreshFailed(what: string, cause?: unknown): void {
    const message = `Refreshing tokens.${this.#kind} ahead ${what} Calls go on with the token that is held until its end.`;
    this.#tellFailure({
      kind: this.#kind,
      operation: 'refresh',
      error: new EscrowError('token_provider', message, { cause }),
    });
  }
}

/** What a provider gave, as a token. */
function readProvided(given: unknown, asked: { kind: TokenKind; obtainedAtInMs: number }): Token {
  const { kind, obtainedAtInMs } = asked;
  if (isToken(given)) return createToken({ token: given, obtainedAtInMs }, false);
  const { token, expiresInSeconds } = isRecord(given) ? given : {};
  if (!isToken(token)) {
    fail(
      'token_provider',
      `got no token: the provider of tokens.${kind} must give text without spaces, and without Bearer before it.`,
    );
  }
  if (typeof expiresInSeconds !== 'number' || !(expiresInSeconds > 0) || !Number.isFinite(expiresInSeconds)) {
    fail(
      'token_provider',
      `got no token: the provider of tokens.${kind} must give expiresInSeconds, a number above 0, with a token in an object.`,
    );
  }
  return createToken({ token, obtainedAtInMs, expiresAtInMs: obtainedAtInMs + expiresInSeconds * 1000 }, false);
}
