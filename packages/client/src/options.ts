import { hostNames, tokenKinds } from './generated/operations.ts';
import { complete } from './rules/complete.ts';
import { each } from './rules/each.ts';
import { isText } from './rules/is-text.ts';
import { mapValues } from './rules/map-values.ts';
import { closed, type ValueSchema } from './rules/value-schema.ts';
import type { CallState, Hooks, Logger } from './transport/hooks.ts';
import type { HostName, TokenKind } from './transport/operation.ts';
import type { RetryOptions } from './transport/retry.ts';
import { isToken, type TokenSource } from './transport/tokens.ts';

/** What a client is made of. Only what the operations that are called need has to be set. */
export interface EscrowClientOptions {
  /** The address of each host, or one address where one origin serves all, as the mock does. */
  hosts: string | Partial<Record<HostName, string>>;
  /** The client that signs in, creates contracts and starts payments (AUTH-5), and its secret for tickets (AUTH-6). */
  clientId?: string;
  clientSecret?: string;
  /** A token, or a function that provides one, for each kind that is needed. How they are obtained is not shown (AUTH-12). */
  tokens?: Partial<Record<TokenKind, TokenSource>>;
  /**
   * Where `flows.checkout` may send a ticket, such as `https://checkout.escrow.example`; an http address off loopback has to be
   * listed. Default: any https address, and http on loopback (our choice: not shown).
   */
  checkoutHosts?: readonly string[];
  /** The deadline of a call over all its requests; 0 leaves it no time at all. Default 30000, our choice: not shown. */
  timeoutInMs?: number;
  /** How failed requests are sent again. `{ max: 0 }` means never. */
  retry?: RetryOptions;
  /** Sends a request. Default: the `fetch` that is global when the call is made. */
  fetch?: (request: Request) => Promise<Response>;
  /** Where requests and retries are logged, without secrets. `console` fits. Default: nowhere. */
  logger?: Logger;
  /** What a tracer may watch. */
  hooks?: Hooks;
}

/** What may be set for one call. */
export interface CallOptions {
  /** The deadline over all requests of the call. Default: the client's. */
  timeoutInMs?: number;
  /** How a failed request is sent again. Default: the client's. */
  retry?: RetryOptions;
  /** Ends the call early, with the code `aborted`. */
  signal?: AbortSignal;
  /** The token to send, where the operation takes more than one kind (AUTH-8). Default: the first that is set. */
  token?: TokenKind;
}

/** How long a call may take, and how its requests are sent again. */
export interface Timing {
  timeoutInMs: number;
  retry: Record<keyof RetryOptions, number>;
}

const optional = (type: string, accepts?: (value: never) => boolean): ValueSchema => ({
  type,
  optional: true,
  accepts,
});

/** An address without user name, query and fragment. */
const host = optional(
  'an http or https address',
  (value: unknown) => isText(value) && URL.canParse(value) && /^https?:\/\/[^\s?#@\\]+$/i.test(value),
);
/** A list of such addresses. */
export const addresses: ValueSchema = { items: { ...host, optional: false }, optional: true };
const text = optional('string', isText);
const method = optional('function');
const object = optional('object');
const token = optional(
  'a token without spaces or Bearer, or a function',
  (value) => isToken(value) || typeof value === 'function',
);
/** What timers take: they fire at once where they are given more. */
const number = (value: number): ValueSchema => ({
  ...optional('a number from 0 below 2^31', (value) => typeof value === 'number' && value >= 0 && value < 2 ** 31),
  default: value,
});

/** Timing, where what is left out is as for the client, and for a client our choice: the service shows none (LIMIT-1). */
const timing = (
  timeoutInMs = 30_000,
  retry = { max: 2, baseDelayInMs: 250, maxDelayInMs: 30_000 },
): Record<string, ValueSchema> => ({
  timeoutInMs: number(timeoutInMs),
  retry: { ...closed(mapValues(retry, number)), default: {} },
});

/** The options of a client, complete. No message of an option with a fault holds the value that was given. */
export function completeClientOptions(options: EscrowClientOptions): EscrowClientOptions & Timing & { hosts: object } {
  const hosts = options?.hosts as unknown;
  const byName = typeof hosts === 'string' ? each(hostNames, hosts) : hosts;
  return complete(
    closed({
      ...timing(),
      hosts: { ...closed(each(hostNames, host)), optional: false },
      checkoutHosts: addresses,
      clientId: text,
      clientSecret: text,
      tokens: closed(each(tokenKinds, token)),
      fetch: method,
      logger: object,
      hooks: closed(each(['onStart', 'onRequest', 'onEnd'] satisfies (keyof Hooks)[], method)),
    }),
    { ...options, hosts: byName },
    {},
    '.options',
  );
}

/** The options of one call, complete. */
export const completeCallOptions = (options: CallOptions, client: Timing, call: CallState): CallOptions & Timing =>
  complete(
    closed({
      ...timing(client.timeoutInMs, client.retry),
      signal: object,
      token: { enum: call.tokens, optional: true },
    }),
    options,
    call,
    '.options',
  );
