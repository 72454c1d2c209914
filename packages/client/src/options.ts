import type { Deployment, HostName, IsRegistered, TokenKind } from './document/registered.ts';
import type { ContractDefaults } from './flows/contract-terms.ts';
import type { Journal } from './flows/journal.ts';
import type { ClientObserver } from './observation/observer.ts';
import type { Checks } from './rules/violation.ts';
import type { Clock } from './tokens/token-holder.ts';
import type { TokenSource } from './tokens/token-source.ts';
import type { CallDefaults } from './transport/call-options.ts';
import type { RetryOptions } from './transport/retry.ts';
import type { SendRequest } from './transport/send-once.ts';

/** The deployment, which is needed once its types are registered. */
type DeploymentOption = IsRegistered extends true
  ? {
      /** The `deployment` of the file that registers its types. The file's own `createEscrowClient` sets it. */
      deployment: Deployment;
    }
  : {
      /** A deployment that differs from the service's document, as `npx @escrow-kit/client generate` writes it. */
      deployment?: Deployment | undefined;
    };

/** The options of a client. Set `baseUrl` or `hosts`, and what the operations that you call need. */
export interface EscrowClientOptions extends DeploymentOption {
  /**
   * The address of all hosts, if one origin serves them, as the sandbox and the mock do. An http or https address without user name,
   * query and fragment; it may have a path.
   */
  baseUrl?: string | undefined;
  /** The address of each host, if they differ, in the form of `baseUrl`. Default for each: `baseUrl`. */
  hosts?: { readonly [Host in HostName]?: string | undefined } | undefined;
  /** The client that signs in, creates contracts and starts payments (AUTH-5). Needed for payments and tickets. */
  clientId?: string | undefined;
  /** The secret of that client. Only ticket requests need it (AUTH-6). */
  clientSecret?: string | undefined;
  /**
   * The secret of the service's events, which the client does not use: the receiver takes it. It may be here so that the credentials
   * of an organization are passed as they are.
   */
  webhookSecret?: string | undefined;
  /** A token, or a function that provides one, for each kind that you need. How to obtain tokens is not shown (AUTH-12). */
  tokens?: { readonly [Kind in TokenKind]?: TokenSource | undefined } | undefined;
  /**
   * The only addresses that receive a ticket from `flows.checkout`: those of your environment's checkout, such as
   * `https://checkout.escrow.example`. Default: the addresses of `hosts` and those in the service's document (our choice: the
   * checkout's host is not shown).
   */
  checkoutHosts?: readonly string[] | undefined;
  /**
   * Which rules are checked before a call is sent. `stated`: those that the service's description states. `implied`, the default:
   * also those that it implies. `all`: also those that this kit assumes, which the sandbox enforces by default. `none`: no rules.
   * Constants are always filled in, and an id that would reach another endpoint is always refused.
   */
  checks?: Checks | undefined;
  /** The deadline of a call over all its requests, in ms; 0 means no time at all. Default 30000, our choice: not shown. */
  timeoutInMs?: number | undefined;
  /**
   * The largest body of an answer, in decoded bytes. A longer one is not read further, and the call ends with `decode`.
   * Default 1048576 (1 MiB), our choice: not shown.
   */
  maxAnswerInBytes?: number | undefined;
  /** How to retry failed requests. `{ max: 0 }` means never. */
  retry?: RetryOptions | undefined;
  /** Sends a request once, without following redirects. Default: the global `fetch` at the time of the call. */
  fetch?: SendRequest | undefined;
  /**
   * Watches calls, requests and flows: `createLogObserver(console)`, your own, or a list of them.
   */
  observer?: ClientObserver | readonly ClientObserver[] | undefined;
  /** Where flows save their steps, unless a run has its own journal. */
  journal?: Journal | undefined;
  /** What is the same for most contracts of your shop, for `flows.openContract` and `flows.onboardCustomer`. */
  defaults?: ContractDefaults | undefined;
  /** Returns the current time, to find out whether a token has expired. Default: the system's clock. */
  now?: Clock | undefined;
}

/** A copy of a client's options, with defaults filled in. */
export interface ClientSettings extends CallDefaults {
  deployment: Deployment;
  hosts: Partial<Record<HostName, string>>;
  tokens: Partial<Record<TokenKind, TokenSource>>;
  now: Clock;
  clientId: string | undefined;
  clientSecret: string | undefined;
  checkoutHosts: readonly string[] | undefined;
  journal: Journal | undefined;
  defaults: ContractDefaults;
  fetch: SendRequest;
  observers: readonly ClientObserver[];
}
