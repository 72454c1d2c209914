import type { OperationId, OperationInput, SuccessBody } from './document/operation-types.ts';
import type { TokenKind } from './document/registered.ts';
import { EscrowError, fail } from './errors.ts';
import { isRecord, isText } from './json.ts';
import type { Notifier } from './observer.ts';

/** A token and its lifetime. */
export interface ExpiringToken {
  /** The text after `Bearer` in the Authorization header. */
  token: string;
  /** Counted from when the provider was asked, to be on the safe side. Above 0. */
  expiresInSeconds: number;
}

/** The request of a client to a token provider. */
export interface TokenRequest {
  /** The kind of token. */
  kind: TokenKind;
  /** Return a new token: the previous one was refused with 401, has expired, or expires soon. Do not return it again. */
  refresh: boolean;
  /**
   * Calls an operation that returns tokens, such as a log-in. The operation must not need this kind of token.
   * @throws EscrowError as every call does.
   */
  call: <Id extends OperationId>(operationId: Id, input: OperationInput<Id>) => Promise<SuccessBody<Id>>;
}

/**
 * Returns a token, which all calls share. How to obtain tokens, and their lifetime, are not shown (AUTH-12), so the lifetime is
 * optional. A token given as text is used until the service answers 401. One with `expiresInSeconds` is refreshed before it expires, and
 * never sent afterwards. After a 401 the provider is asked once more, and the call is retried once.
 */
export type TokenProvider = (request: TokenRequest) => string | ExpiringToken | Promise<string | ExpiringToken>;

/** A token as text, or a function that provides one. */
export type TokenSource = string | TokenProvider;

/** Whether a value can stand in an Authorization header. `fetch` would print any other text in its error. */
export const isToken = (value: unknown): value is string => isText(value) && /^[!-~]+$/.test(value);

/** Returns the current time. Tests pass their own. */
export type Clock = () => Date;

/** The token of one kind. */
export interface TokenHolder {
  /**
   * Returns the token to send.
   * @param refused The token that the service has refused with 401. It is not returned again unless the provider gives it once more.
   * @param deadline Aborts when the call gives up waiting for a token.
   */
  take(refused: string | undefined, deadline: AbortSignal): string | Promise<string>;
  /** Whether a call may be sent once more with another token, after this one was refused. */
  readonly isReplaceable: boolean;
}

/** The parts of the client that token holders use. */
export interface TokenTools {
  call: TokenRequest['call'];
  now: Clock;
  /** Receives the failures that fail no call. */
  notifier: Notifier | undefined;
}

/** Creates a holder for each kind of token that is set. */
export function createTokenHolders(
  sources: Partial<Record<TokenKind, TokenSource>>,
  tools: TokenTools,
): Partial<Record<TokenKind, TokenHolder>> {
  const holders: Partial<Record<TokenKind, TokenHolder>> = {};
  for (const kind of Object.keys(sources) as TokenKind[]) {
    const source = sources[kind];
    if (isText(source)) holders[kind] = { take: () => source, isReplaceable: false };
    else if (source) holders[kind] = new RenewedToken(kind, source, tools);
  }
  return holders;
}

/** Our choice: how long a request to the provider may take before the next call starts another. */
const requestLimitInMs = 30_000;
/** Our choice: the shortest delay between a failed background refresh and the next one. */
const refreshDelayInMs = 5_000;

/** A token is refreshed after this part of its life, plus a random part, so that not all processes refresh at once. */
const refreshFrom = 0.7;
const refreshSpread = 0.1;

/** A token that the provider gave. */
interface Token {
  text: string;
  /** In ms since 1970; `Infinity` if the provider did not say. */
  expiresAtInMs: number;
  /** From this time on, the next call starts a refresh in the background. */
  refreshAtInMs: number;
}

/** A request to the provider that is not answered yet. */
interface RunningRequest {
  /** 1 for the first request. */
  number: number;
  answer: Promise<Token>;
  askedAtInMs: number;
  /** Whether it was started for a token that is still valid. */
  isBackground: boolean;
  /** Whether a call has waited for it until its deadline, without success. */
  isOverdue: boolean;
}

/**
 * A token that a provider supplies and renews. Calls share one request to the provider.
 *
 * - Missing: no token yet. The first call asks the provider, and all calls wait for the answer.
 * - Valid: calls get the token at once. From its refresh time on, a call asks for the next one in the background. After a failure,
 *   the next such request is made at least 5 s later.
 * - Expired, or refused with 401: calls wait for an answer, as if the token were missing.
 *
 * An answer makes the token valid, even if it is late, unless a newer request was answered before. A failed request fails the calls that
 * wait for it, and the next call asks again. The next call also asks again if a call has waited until its deadline, or a request has no
 * answer for 30 s. It never returns an expired token, and starts no timer.
 */
class RenewedToken implements TokenHolder {
  readonly isReplaceable = true;
  readonly #kind: TokenKind;
  readonly #provide: TokenProvider;
  readonly #tools: TokenTools;
  #token: Token | undefined;
  /** The number of the request that returned the token. */
  #tokenNumber = 0;
  #requestCount = 0;
  #running: RunningRequest | undefined;
  #noRefreshBeforeInMs = 0;

  constructor(kind: TokenKind, provide: TokenProvider, tools: TokenTools) {
    this.#kind = kind;
    this.#provide = provide;
    this.#tools = tools;
  }

  take(refused: string | undefined, deadline: AbortSignal): string | Promise<string> {
    // A late 401 for an older token says nothing about this one.
    if (this.#token && this.#token.text === refused) this.#token = { ...this.#token, expiresAtInMs: 0 };
    const token = this.#token;
    const nowInMs = this.#nowInMs();
    if (!token || nowInMs >= token.expiresAtInMs) return waitFor(this.#request(nowInMs, false), deadline);
    if (nowInMs >= Math.max(token.refreshAtInMs, this.#noRefreshBeforeInMs)) this.#request(nowInMs, true);
    return token.text;
  }

  /** Returns the running request, or a new one if there is none or it takes too long. */
  #request(nowInMs: number, isBackground: boolean): RunningRequest {
    const running = this.#running;
    const isSlow = running !== undefined && nowInMs >= running.askedAtInMs + requestLimitInMs;
    if (running && !isSlow && !running.isOverdue) return running;
    if (isSlow && running.isBackground) {
      this.#reportFailure(`took longer than ${requestLimitInMs} ms.`);
    }
    this.#requestCount += 1;
    const asked = this.#askProvider(nowInMs);
    // A provider that is slower than the deadline of a call may still answer the request before.
    const answer = running ? Promise.race([asked, ifAnswered(running.answer)]) : asked;
    const request = { number: this.#requestCount, answer, askedAtInMs: nowInMs, isBackground, isOverdue: false };
    this.#running = request;
    asked.then(
      (token) => {
        this.#end(request);
        if (request.number < this.#tokenNumber) return;
        this.#token = token;
        this.#tokenNumber = request.number;
      },
      ({ message, cause }: EscrowError) => {
        // The calls that wait receive the error.
        if (!this.#end(request) || !isBackground) return;
        this.#noRefreshBeforeInMs = this.#nowInMs() + refreshDelayInMs;
        this.#reportFailure(message, cause);
      },
    );
    // Nobody waits for a background refresh.
    answer.catch(() => {});
    return request;
  }

  /** Ends a request. Returns whether it was still awaited. */
  #end(request: RunningRequest): boolean {
    if (this.#running !== request) return false;
    this.#running = undefined;
    return true;
  }

  async #askProvider(askedAtInMs: number): Promise<Token> {
    const kind = this.#kind;
    let given: unknown;
    try {
      given = await this.#provide({ kind, refresh: this.#token !== undefined, call: this.#tools.call });
    } catch (cause) {
      fail('token_provider', `got no token: the provider of tokens.${kind} failed. See the cause.`, { cause });
    }
    const token = readProvided(given, kind, askedAtInMs);
    if (this.#nowInMs() < token.expiresAtInMs) return token;
    fail('token_provider', `got no token: the provider of tokens.${kind} returned an expired one.`);
  }

  #reportFailure(what: string, cause?: unknown): void {
    const message = `Refreshing tokens.${this.#kind} in advance ${what} Calls use the current token until it expires.`;
    const error = new EscrowError('token_provider', message, { cause });
    this.#tools.notifier?.tokenFailure({ kind: this.#kind, error });
  }

  #nowInMs(): number {
    return this.#tools.now().getTime();
  }
}

/** Resolves as an earlier request does, and never settles if that fails. */
const ifAnswered = (earlier: Promise<Token>): Promise<Token> =>
  new Promise((resolve) => {
    earlier.then(resolve, () => {});
  });

/** Waits for a token. If the call's deadline passes meanwhile, the next call asks the provider again. */
async function waitFor(request: RunningRequest, deadline: AbortSignal): Promise<string> {
  const giveUp = () => {
    request.isOverdue = true;
  };
  deadline.addEventListener('abort', giveUp);
  try {
    return (await request.answer).text;
  } finally {
    deadline.removeEventListener('abort', giveUp);
  }
}

/** Reads what a provider returned. */
function readProvided(given: unknown, kind: TokenKind, askedAtInMs: number): Token {
  if (isToken(given))
    return { text: given, expiresAtInMs: Number.POSITIVE_INFINITY, refreshAtInMs: Number.POSITIVE_INFINITY };
  const { token, expiresInSeconds } = isRecord(given) ? given : {};
  const problem = `got no token: the provider of tokens.${kind} must return`;
  if (!isToken(token)) fail('token_provider', `${problem} text without spaces, and without Bearer before it.`);
  if (typeof expiresInSeconds !== 'number' || !(expiresInSeconds > 0) || !Number.isFinite(expiresInSeconds)) {
    fail('token_provider', `${problem} { token, expiresInSeconds }, with expiresInSeconds above 0.`);
  }
  const lifeInMs = expiresInSeconds * 1000;
  const usedPart = refreshFrom + refreshSpread * Math.random();
  return { text: token, expiresAtInMs: askedAtInMs + lifeInMs, refreshAtInMs: askedAtInMs + lifeInMs * usedPart };
}
