import type { ContractDefaults } from './flows/contract-terms.ts';
import type { Journal } from './flows/journal.ts';
import type { HostName, TokenKind } from './generated/operations.ts';
import type { ClientObserver } from './observation/observer.ts';
import type { Checks } from './rules/violation.ts';
import type { TokenCache } from './tokens/token-cache.ts';
import type { Clock } from './tokens/token-holder.ts';
import type { TokenSource } from './tokens/token-source.ts';
import type { CallDefaults } from './transport/call-options.ts';
import type { RetryOptions } from './transport/retry.ts';
import type { SendRequest } from './transport/send-once.ts';

/** The options of a client. Set `baseUrl` or `hosts`, and what the operations that you call need. */
export interface EscrowClientOptions {
  /**
   * The address of every host, if one origin serves all, as the sandbox and the mock do. An http or https address without user
   * name, query and fragment; its path is kept.
   */
  baseUrl?: string | undefined;
  /** The address of each host, if they differ, in the form of `baseUrl`. A host that is left out is at `baseUrl`. */
  hosts?: { readonly [Host in HostName]?: string | undefined } | undefined;
  /** The client that signs in, creates contracts and starts payments (AUTH-5). Needed for payments and tickets. */
  clientId?: string | undefined;
  /** The secret of that client. Needed for tickets alone, which are asked for in its name (AUTH-6). */
  clientSecret?: string | undefined;
  /** A token, or a function that provides one, for each kind that is needed. How they are obtained is not shown (AUTH-12). */
  tokens?: { readonly [Kind in TokenKind]?: TokenSource | undefined } | undefined;
  /** Where tokens of providers are shared with other processes, so that a new one does not wait for its first. Default: nowhere. */
  tokenCache?: TokenCache | undefined;
  /**
   * The only addresses to which `flows.checkout` sends a ticket: those of your environment's checkout, such as
   * `https://checkout.escrow.example`. Default: the addresses of `hosts`, and those that the service's document names (our
   * choice: the checkout's host is not shown).
   */
  checkoutHosts?: readonly string[] | undefined;
  /**
   * Which rules are checked before a call is sent: `implied`, those that the description of the service states or implies;
   * `all`, also those that this kit assumes and the sandbox refuses by default; `stated`; or `none`. In each case, constants are
   * filled in, and an id that would reach another endpoint is refused. Default `implied`.
   */
  checks?: Checks | undefined;
  /** The deadline of a call over all its requests, in ms; 0 leaves it no time at all. Default 30000, our choice: not shown. */
  timeoutInMs?: number | undefined;
  /**
   * The most bytes that the body of an answer may have, decoded. One that has more is not read further, and the call ends with
   * `decode`. Default 1048576 (1 MiB), our choice: not shown.
   */
  maxAnswerInBytes?: number | undefined;
  /** How failed requests are sent again. `{ max: 0 }` means never. */
  retry?: RetryOptions | undefined;
  /** Sends a request, once and without following a redirect. Default: the `fetch` that is global when the call is made. */
  fetch?: SendRequest | undefined;
  /**
   * Watches calls, requests and flows: `createLogObserver(console)`, the one of `@escrow-kit/client/opentelemetry`, one of your
   * own, or a list of them.
   */
  observer?: ClientObserver | readonly ClientObserver[] | undefined;
  /** Where flows save their steps, unless a run brings a journal of its own. */
  journal?: Journal | undefined;
  /** What is the same for most contracts of your shop, for `flows.openContract` and `flows.onboardCustomer`. */
  defaults?: ContractDefaults | undefined;
  /** Returns the current time, which the ends of tokens are compared with. Default: the system's clock. */
  now?: Clock | undefined;
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
  journal: Journal | undefined;
  defaults: ContractDefaults;
  fetch: SendRequest;
  observers: readonly ClientObserver[];
}
