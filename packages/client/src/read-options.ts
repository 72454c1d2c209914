import { type HostName, hostNames, type TokenKind, tokenKinds } from './generated/operations.ts';
import { addressDemand, expectAddresses, isAddress } from './input/addresses.ts';
import { OptionFaults } from './input/option-faults.ts';
import type { Hooks } from './observation/hooks.ts';
import type { ClientSettings, EscrowClientOptions } from './options.ts';
import { isText } from './rules/guards.ts';
import type { TokenCache } from './tokens/token-cache.ts';
import { isToken, type TokenSource } from './tokens/token-source.ts';
import type { CallDefaults } from './transport/call-options.ts';
import { readShared, sharedNames } from './transport/read-call-options.ts';

/** Our choice: the service shows no limits (LIMIT-1). */
const defaults: CallDefaults = {
  checks: 'all',
  timeoutInMs: 30_000,
  maxAnswerInBytes: 1024 * 1024,
  retry: { max: 2, baseDelayInMs: 250, maxDelayInMs: 30_000 },
};

const hookNames = ['onStart', 'onRequest', 'onEnd', 'onTokenFailure'] as const satisfies (keyof Hooks)[];
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
const isFunction = (value: unknown): boolean => value === undefined || typeof value === 'function';
const isObject = (value: unknown): boolean => value === undefined || (typeof value === 'object' && value !== null);

/**
 * The options of a client, complete, as they are now.
 * @throws EscrowError `configuration` that names every option with a fault, and no value.
 */
export function readClientOptions(options: EscrowClientOptions): ClientSettings {
  const faults = new OptionFaults();
  const given = faults.group('', options ?? null, clientNames);
  expectKinds(faults, given);
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
    now = () => new Date(),
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

/** Adds a fault for each option that is kept as it is and is not of its kind. */
function expectKinds(faults: OptionFaults, given: Record<string, unknown>): void {
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
