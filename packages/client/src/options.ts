import { configurationError } from './errors/escrow-error.ts';
import { hostNames, tokenKinds } from './generated/operations.ts';
import { isRecord } from './rules/is-record.ts';
import { type Hooks, hookNames, type Logger } from './transport/hooks.ts';
import type { HostName, TokenKind } from './transport/operation.ts';
import { defaultRetry, type RetryOptions } from './transport/retry.ts';
import type { CallOptions } from './transport/send.ts';
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
  /** The deadline of a call over all its requests. Default 30000, our choice: not shown. */
  timeoutInMs?: number;
  /** How failed requests are sent again. `{ max: 0 }` means never. */
  retry?: RetryOptions;
  /** Sends a request. Default: the `fetch` that is global when the call is made. */
  fetch?: (request: Request) => Promise<Response>;
  /** Where requests, retries and deprecated calls are logged, without secrets. `console` fits. Default: nowhere. */
  logger?: Logger;
  /** What a tracer may watch. */
  hooks?: Hooks;
}

/** True for a value that an option may have, or else what it has to be, in the words of its error. */
type Check = (value: unknown) => true | string;

const isFunction = (value: unknown): boolean => typeof value === 'function';
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** An address without user name, query and fragment. */
const hostPattern = /^https?:\/\/[^\s/?#@\\]+(\/[^\s?#]*)?$/i;

const host: Check = (value) =>
  (isText(value) && URL.canParse(value) && hostPattern.test(value)) || 'an http or https address without query';
const text: Check = (value) => isText(value) || 'text';
const token: Check = (value) =>
  isFunction(value) || isToken(value) || 'a token without spaces and without Bearer, or a function';
const number: Check = (value) => (Number.isFinite(value) && (value as number) >= 0) || 'a number from 0';
const method: Check = (value) => isFunction(value) || 'a function';
const logger: Check = (value) =>
  (isFunction((value as Logger)?.debug) && isFunction((value as Logger).warn)) || 'an object with debug and warn';
const signal: Check = (value) => (isRecord(value) && 'aborted' in value) || 'an AbortSignal';

/** Every option there is, with what it has to be. */
interface Known {
  readonly [name: string]: Check | Known;
}

const each = <Value>(names: readonly string[], value: Value): Record<string, Value> =>
  Object.fromEntries(names.map((name) => [name, value]));

const retry = each(Object.keys(defaultRetry), number);
const known: Known = {
  hosts: each(hostNames, host),
  clientId: text,
  clientSecret: text,
  tokens: each(tokenKinds, token),
  timeoutInMs: number,
  retry,
  fetch: method,
  logger,
  hooks: each(hookNames, method),
};

/** Every option that a call may have. */
const knownOfCall: Known = { timeoutInMs: number, retry, signal, token: text };

const fail = (message: string): never => {
  throw configurationError(message);
};

function check(field: string, value: unknown, expected: Check | Known): void {
  if (typeof expected === 'function') {
    const valid = expected(value);
    if (valid !== true) fail(`${field} must be ${valid}.`);
    return;
  }
  const names = Object.keys(expected).join(', ');
  if (!isRecord(value) || value instanceof URL) fail(`${field} must be an object with ${names}.`);
  for (const [name, content] of Object.entries(value as object)) {
    const option = Object.hasOwn(expected, name) && expected[name];
    if (!option) fail(`${field}.${name} is no option: use ${names}.`);
    else if (content !== undefined) check(`${field}.${name}`, content, option);
  }
}

/** The hosts by name, of options without fault. No message holds a value that was given. */
export function checkOptions(options: EscrowClientOptions): Partial<Record<HostName, string>> {
  const hosts = options?.hosts;
  const byName = typeof hosts === 'string' ? each(hostNames, hosts) : hosts;
  // Null is refused, where undefined would be an option that is left out.
  check('options', { ...options, hosts: byName ?? null }, known);
  return byName;
}

/** Makes sure that the options of one call have no fault. */
export const checkCallOptions = (options: CallOptions): void => check('options', options, knownOfCall);
