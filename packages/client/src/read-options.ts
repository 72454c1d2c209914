import { systemClock } from './clock.ts';
import { hostNames, tokenKinds } from './generated/operations.ts';
import type {
  CallDefaults,
  CallSettings,
  ClientSettings,
  EscrowClientOptions,
  InternalCallOptions,
} from './options.ts';
import { isText } from './rules/is-text.ts';
import { OptionFaults } from './rules/option-faults.ts';
import type { TokenCache } from './tokens/token-cache.ts';
import { isToken, type TokenSource } from './tokens/token-source.ts';
import type { CallState, Hooks } from './transport/hooks.ts';
import type { HostName, Operation, TokenKind } from './transport/operation.ts';

/** Our choice: the service shows no limits (LIMIT-1). */
const defaults: CallDefaults = {
  checks: 'all',
  timeoutInMs: 30_000,
  retry: { max: 2, baseDelayInMs: 250, maxDelayInMs: 30_000 },
};

const retryNames = ['max', 'baseDelayInMs', 'maxDelayInMs'] as const;
const hookNames = ['onStart', 'onRequest', 'onEnd', 'onTokenFailure'] as const satisfies (keyof Hooks)[];
const sharedNames = ['checks', 'timeoutInMs', 'retry'];
const clientNames = [
  ...[
    'hosts',
    'clientId',
    'clientSecret',
    'tokens',
    'tokenCache',
    'checkoutHosts',
    'fetch',
    'transport',
    'logger',
    'hooks',
    'observer',
    'now',
  ],
  ...sharedNames,
];
const callNames = ['signal', 'token', 'beforeFirstRequest', ...sharedNames];

const addressDemand = 'an http or https address without user name, query and fragment';
/** A timer fires at once where it is given more. */
const longestTimerInMs = 2 ** 31 - 1;

const isAddress = (value: unknown): value is string =>
  isText(value) && URL.canParse(value) && /^https?:\/\/[^\s?#@\\]+$/i.test(value);
const isFunction = (value: unknown): boolean => value === undefined || typeof value === 'function';
const isObject = (value: unknown): boolean => value === undefined || (typeof value === 'object' && value !== null);

/**
 * The options of a client, complete, as they are now.
 * @throws EscrowError `configuration` that names every option with a fault, and no value.
 */
export function readClientOptions(options: EscrowClientOptions): ClientSettings {
  const faults = new OptionFaults();
  const given = faults.group('', options ?? null, clientNames);
  for (const name of ['clientId', 'clientSecret']) {
    faults.expect(name, given[name] === undefined || isText(given[name]), 'text that is not empty');
  }
  faults.expect('fetch', isFunction(given['fetch']), 'a function');
  expectTransport(faults, given);
  expectTokenCache(faults, given['tokenCache']);
  faults.expect('observer', isObject(given['observer']), 'an object, such as createOpenTelemetryObserver returns');
  faults.expect('now', isFunction(given['now']), 'a function');
  faults.expect('logger', isObject(given['logger']), 'an object with the methods debug and warn');
  expectAddresses(faults, given['checkoutHosts']);
  const settings = {
    ...readShared(faults, given, defaults),
    hosts: readHosts(faults, given['hosts']),
    tokens: readTokens(faults, given['tokens']),
    hooks: readHooks(faults, given['hooks']),
  };
  faults.throwIfAny('createEscrowClient made no client');
  const {
    clientId,
    clientSecret,
    checkoutHosts,
    fetch,
    transport,
    logger,
    tokenCache,
    observer,
    now = systemClock,
  } = options;
  const hosts = checkoutHosts && [...checkoutHosts];
  return {
    ...settings,
    clientId,
    clientSecret,
    checkoutHosts: hosts,
    fetch,
    transport,
    logger,
    tokenCache,
    observer,
    now,
  };
}

/**
 * The options of one call, complete.
 * @throws EscrowError `configuration` that names every option with a fault, and no value.
 */
export function readCallOptions(
  options: InternalCallOptions | undefined,
  client: CallDefaults,
  { call, operation }: { call: CallState; operation: Operation },
): CallSettings {
  if (options === undefined) return client;
  const faults = new OptionFaults();
  const given = faults.group('', options, callNames);
  const kinds = operation.tokens.join(' or ') || 'left out, as the operation takes none';
  faults.expect('token', given['token'] === undefined || operation.tokens.includes(given['token'] as TokenKind), kinds);
  faults.expect('signal', isObject(given['signal']), 'an AbortSignal');
  const shared = readShared(faults, given, client);
  faults.throwIfAny('was not sent', call);
  const { signal, token, beforeFirstRequest } = options;
  return {
    ...shared,
    ...(signal && { signal }),
    ...(token && { token }),
    ...(beforeFirstRequest && { beforeFirstRequest }),
  };
}

function expectTransport(faults: OptionFaults, { fetch, transport }: Record<string, unknown>): void {
  if (transport === undefined) return;
  const isTransport = typeof Object(transport).send === 'function';
  faults.expect('transport', isTransport, 'an object with a method send, such as createUndiciTransport returns');
  faults.expect('fetch', fetch === undefined, 'left out where there is a transport');
}

function expectTokenCache(faults: OptionFaults, tokenCache: unknown): void {
  if (tokenCache === undefined) return;
  const { load, save }: Partial<TokenCache> = Object(tokenCache);
  faults.expect('tokenCache', typeof load === 'function' && typeof save === 'function', 'an object with load and save');
}

/** Adds a fault where a list of addresses is none, or has something else in it. */
export function expectAddresses(faults: OptionFaults, checkoutHosts: unknown): void {
  if (checkoutHosts === undefined) return;
  const isList = Array.isArray(checkoutHosts) && checkoutHosts.length > 0;
  faults.expect('checkoutHosts', isList, 'a list of at least one address');
  if (!isList) return;
  for (const [index, address] of checkoutHosts.entries()) {
    faults.expect(`checkoutHosts[${index}]`, isAddress(address), addressDemand);
  }
}

/** What the options of a client and of a call have in common. */
function readShared(faults: OptionFaults, given: Record<string, unknown>, otherwise: CallDefaults): CallDefaults {
  const { checks = otherwise.checks } = given;
  faults.expect('checks', checks === 'all' || checks === 'stated' || checks === 'none', 'all, stated or none');
  const retry = faults.group('retry', given['retry'], retryNames);
  const { max, baseDelayInMs, maxDelayInMs } = otherwise.retry;
  return {
    checks: checks as CallDefaults['checks'],
    timeoutInMs: readNumber(faults, 'timeoutInMs', given['timeoutInMs'], otherwise.timeoutInMs),
    retry: {
      max: readNumber(faults, 'retry.max', retry['max'], max),
      baseDelayInMs: readNumber(faults, 'retry.baseDelayInMs', retry['baseDelayInMs'], baseDelayInMs),
      maxDelayInMs: readNumber(faults, 'retry.maxDelayInMs', retry['maxDelayInMs'], maxDelayInMs),
    },
  };
}

function readNumber(faults: OptionFaults, name: string, given: unknown, otherwise: number): number {
  if (given === undefined) return otherwise;
  const isAccepted = typeof given === 'number' && given >= 0 && given <= longestTimerInMs;
  faults.expect(name, isAccepted, 'a number from 0 below 2^31');
  return isAccepted ? given : otherwise;
}

function readHosts(faults: OptionFaults, given: unknown): Partial<Record<HostName, string>> {
  if (typeof given === 'string') {
    faults.expect('hosts', isAddress(given), addressDemand);
    return Object.fromEntries(hostNames.map((name) => [name, given]));
  }
  faults.expect('hosts', given !== undefined, 'set: an address for each host, or one for all');
  const hosts = faults.group('hosts', given, hostNames);
  for (const name of hostNames) {
    faults.expect(`hosts.${name}`, hosts[name] === undefined || isAddress(hosts[name]), addressDemand);
  }
  return { ...hosts };
}

function readTokens(faults: OptionFaults, given: unknown): Partial<Record<TokenKind, TokenSource>> {
  const tokens = faults.group('tokens', given, tokenKinds);
  for (const kind of tokenKinds) {
    const source = Object.hasOwn(tokens, kind) ? tokens[kind] : undefined;
    const isAccepted = source === undefined || isToken(source) || typeof source === 'function';
    faults.expect(`tokens.${kind}`, isAccepted, 'a token without spaces or Bearer, or a function that provides one');
  }
  return { ...tokens };
}

function readHooks(faults: OptionFaults, given: unknown): Hooks | undefined {
  const hooks = faults.group('hooks', given, hookNames);
  for (const name of hookNames) faults.expect(`hooks.${name}`, isFunction(hooks[name]), 'a function');
  return given as Hooks | undefined;
}
