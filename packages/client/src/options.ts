import { EscrowError } from './errors/escrow-error.ts';
import { hostNames, tokenKinds } from './generated/operations.ts';
import { isRecord } from './rules/is-record.ts';
import type { Hooks, Logger } from './transport/hooks.ts';
import type { HostName, TokenKind } from './transport/operation.ts';
import type { RetryOptions } from './transport/retry.ts';
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

type Check = (value: unknown) => boolean;

/** Whether a value is the address of a host: http or https, without user name, query and fragment. */
function isHost(value: unknown): boolean {
  if (typeof value !== 'string' || /[?#\s]/.test(value) || !URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && !username && !password;
}

const isFunction: Check = (value) => typeof value === 'function';

/** What an option has to be, in the words of its error. */
const kinds: Record<string, Check> = {
  'an http or https address without query': isHost,
  'text that is not empty': (value) => typeof value === 'string' && value !== '',
  'a token without spaces and without Bearer, or a function': (value) => isFunction(value) || isToken(value),
  'a number, zero or more': (value) => Number.isFinite(value) && (value as number) >= 0,
  'a function': isFunction,
  'an object with debug and warn': (value) =>
    isFunction((value as Logger)?.debug) && isFunction((value as Logger).warn),
  'an AbortSignal': (value) => isRecord(value) && 'aborted' in value,
  [`one of ${tokenKinds.join(', ')}`]: (value) => tokenKinds.includes(value as TokenKind),
};
const [host, text, token, number, hook, logger, signal, kind] = Object.keys(kinds) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];

/** Every option there is, with what it has to be. */
interface Known {
  [name: string]: string | Known;
}
const known: Known = {
  hosts: Object.fromEntries(hostNames.map((name) => [name, host])),
  clientId: text,
  clientSecret: text,
  tokens: Object.fromEntries(tokenKinds.map((name) => [name, token])),
  timeoutInMs: number,
  retry: { max: number, baseDelayInMs: number, maxDelayInMs: number, maxRetryAfterInMs: number },
  fetch: hook,
  logger,
  hooks: { onStart: hook, onRequest: hook, onResponse: hook, onRetry: hook, onEnd: hook },
};

/** Every option that a call may have. */
const knownOfCall: Known = { timeoutInMs: number, retry: known['retry'] as Known, signal, token: kind };

const fail = (message: string): never => {
  throw new EscrowError('configuration', message);
};

function check(field: string, value: unknown, expected: string | Known): void {
  if (typeof expected === 'string') {
    if (!kinds[expected]?.(value)) fail(`${field} must be ${expected}.`);
    return;
  }
  if (!isRecord(value)) fail(`${field} must be an object.`);
  for (const [name, content] of Object.entries(value as object)) {
    const option = Object.hasOwn(expected, name) ? expected[name] : undefined;
    if (!option) fail(`${field}.${name} is no option: use ${Object.keys(expected).join(', ')}.`);
    else if (content !== undefined) check(`${field}.${name}`, content, option);
  }
}

/** The hosts by name, of options without fault. No message holds a value that was given. */
export function checkOptions(options: EscrowClientOptions): Partial<Record<HostName, string>> {
  const hosts = options?.hosts;
  const byName = typeof hosts === 'string' ? Object.fromEntries(hostNames.map((name) => [name, hosts])) : hosts;
  if (!isRecord(byName) || byName instanceof URL) {
    return fail(`options.hosts must be one address as text, or one each for ${hostNames.join(', ')}.`);
  }
  check('options', { ...options, hosts: byName }, known);
  return byName;
}

/** Makes sure that the options of one call have no fault. */
export const checkCallOptions = (options: CallOptions): void => check('options', options, knownOfCall);
