import type { HostName, TokenKind } from './generated/operations.ts';
import type { Hooks, Logger } from './observation/hooks.ts';
import type { ClientObserver } from './observation/observer.ts';
import type { Checks } from './rules/violation.ts';
import type { TokenCache } from './tokens/token-cache.ts';
import type { Clock } from './tokens/token-holder.ts';
import type { TokenSource } from './tokens/token-source.ts';
import type { CallDefaults } from './transport/call-options.ts';
import type { HttpTransport } from './transport/http-transport.ts';
import type { RetryOptions } from './transport/retry.ts';

/** What a client is made of. Only what the operations that are called need has to be set. */
export interface EscrowClientOptions {
  /**
   * The address of each host, or one address where one origin serves all, as the mock and the sandbox do. An http or
   * https address without user name, query and fragment; its path is kept.
   */
  hosts: string | Partial<Record<HostName, string>>;
  /** The client that signs in, creates contracts and starts payments (AUTH-5). Needed for payments and tickets. */
  clientId?: string;
  /** The secret of that client. Needed for tickets alone, which are asked for in its name (AUTH-6). */
  clientSecret?: string;
  /** A token, or a function that provides one, for each kind that is needed. How they are obtained is not shown (AUTH-12). */
  tokens?: Partial<Record<TokenKind, TokenSource>>;
  /** Where tokens of providers are shared with other processes, so that a new one does not wait for its first. Default: nowhere. */
  tokenCache?: TokenCache;
  /**
   * The only addresses to which `flows.checkout` sends a ticket: those of your environment's checkout, such as
   * `https://checkout.escrow.example`. Default: the addresses of `hosts`, and those that the service's document names (our
   * choice: the checkout's host is not shown).
   */
  checkoutHosts?: readonly string[];
  /**
   * Which rules are checked before a call is sent: `all` of them; `stated`, those that the description of the service
   * states, and none that this kit assumes or takes to be implied; or `none`. Whatever it is, constants are filled in, and
   * an id that would reach another endpoint is refused. Default `all`.
   */
  checks?: Checks;
  /** The deadline of a call over all its requests, in ms; 0 leaves it no time at all. Default 30000, our choice: not shown. */
  timeoutInMs?: number;
  /**
   * The most bytes that the body of an answer may have, decoded. One that has more is not read further, and the call ends with
   * `decode`. Default 1048576 (1 MiB), our choice: not shown.
   */
  maxAnswerInBytes?: number;
  /** How failed requests are sent again. `{ max: 0 }` means never. */
  retry?: RetryOptions;
  /** Sends a request. Default: the `fetch` that is global when the call is made. */
  fetch?: (request: Request) => Promise<Response>;
  /** Sends requests another way than `fetch`, which then is left out. `@escrow-kit/client/undici` has one. */
  transport?: HttpTransport;
  /** Where requests and retries are logged, without secrets. `console` fits. Default: nowhere. */
  logger?: Logger;
  /** What a tracer may watch. */
  hooks?: Hooks;
  /** Runs around calls, requests and flows, for traces and metrics. `@escrow-kit/client/opentelemetry` has one. */
  observer?: ClientObserver;
  /** Tells the present, which the ends of tokens are compared with. Default: the system's clock. */
  now?: Clock;
}

/** The options of a client as they were when it was created, complete. */
export interface ClientSettings extends CallDefaults {
  hosts: Partial<Record<HostName, string>>;
  tokens: Partial<Record<TokenKind, TokenSource>>;
  tokenCache: TokenCache | undefined;
  now: Clock;
  clientId: string | undefined;
  clientSecret: string | undefined;
  checkoutHosts: readonly string[] | undefined;
  fetch: ((request: Request) => Promise<Response>) | undefined;
  transport: HttpTransport | undefined;
  logger: Logger | undefined;
  hooks: Hooks | undefined;
  observer: ClientObserver | undefined;
}
