import type { Deployment, HostName, TokenKind } from './document/registered.ts';
import { termNames } from './flows/contract-terms.ts';
import { isJournal, journalDemand } from './flows/read-flow-options.ts';
import { deployment as serviceDeployment } from './generated/service.ts';
import { addressDemand, expectAddresses, isAddress } from './input/addresses.ts';
import { OptionFaults } from './input/option-faults.ts';
import type { ClientObserver } from './observation/observer.ts';
import type { ClientSettings, EscrowClientOptions } from './options.ts';
import { isRecord, isText } from './rules/guards.ts';
import { isToken, type TokenSource } from './tokens/token-source.ts';
import type { CallDefaults } from './transport/call-options.ts';
import { readShared, sharedNames } from './transport/read-call-options.ts';

/** Our choice: the service shows no limits (LIMIT-1). */
const defaults: CallDefaults = {
  checks: 'implied',
  timeoutInMs: 30_000,
  maxAnswerInBytes: 1024 * 1024,
  retry: { max: 2, baseDelayInMs: 250, maxDelayInMs: 30_000 },
};

const clientNames = [
  ...['deployment', 'baseUrl', 'hosts', 'clientId', 'clientSecret', 'webhookSecret', 'tokens'],
  ...['checkoutHosts', 'fetch', 'observer', 'journal', 'defaults', 'now'],
  ...sharedNames,
];

const isFunction = (value: unknown): boolean => value === undefined || typeof value === 'function';

/**
 * Checks and copies the options of a client, and fills in defaults.
 * @throws EscrowError `configuration` that lists each wrong option, and contains no value.
 */
export function readClientOptions(options: EscrowClientOptions): ClientSettings {
  const faults = new OptionFaults();
  const given = faults.group('', options ?? null, clientNames);
  const deployment = readDeployment(faults, given['deployment']);
  expectTypes(faults, given);
  const settings = {
    ...readShared(faults, given, defaults),
    hosts: readHosts(faults, given, deployment),
    tokens: readTokens(faults, given['tokens'], deployment),
    observers: readObservers(faults, given['observer']),
    defaults: { ...faults.group('defaults', given['defaults'], termNames(deployment)) },
  };
  faults.throwIfAny('createEscrowClient failed');
  const { clientId, clientSecret, checkoutHosts, journal, now = () => new Date() } = options;
  return {
    ...settings,
    deployment,
    clientId,
    clientSecret,
    checkoutHosts: checkoutHosts && [...checkoutHosts],
    // The global fetch may be replaced after the client was created.
    fetch: options.fetch ?? ((request) => fetch(request)),
    journal,
    now,
  };
}

/** Adds a fault for each option of the wrong type, among those that need no further reading. */
function expectTypes(faults: OptionFaults, given: Record<string, unknown>): void {
  for (const name of ['clientId', 'clientSecret', 'webhookSecret']) {
    faults.expect(name, given[name] === undefined || isText(given[name]), 'text that is not empty');
  }
  faults.expect('fetch', isFunction(given['fetch']), 'a function');
  faults.expect('journal', given['journal'] === undefined || isJournal(given['journal']), journalDemand);
  faults.expect('now', isFunction(given['now']), 'a function');
  expectAddresses(faults, given['checkoutHosts']);
}

function readDeployment(faults: OptionFaults, given: unknown): Deployment {
  const deployment = (given ?? serviceDeployment) as Deployment;
  const isDeployment = isRecord(deployment.operationTable);
  faults.expect('deployment', isDeployment, 'the one that `generate` wrote');
  return isDeployment ? deployment : serviceDeployment;
}

function readHosts(
  faults: OptionFaults,
  given: Record<string, unknown>,
  { hostNames }: Deployment,
): Partial<Record<HostName, string>> {
  const { baseUrl } = given;
  faults.expect('baseUrl', baseUrl === undefined || isAddress(baseUrl), addressDemand);
  faults.expect('hosts', baseUrl !== undefined || given['hosts'] !== undefined, 'set, or baseUrl for all hosts');
  const isOneForAll = typeof given['hosts'] === 'string';
  faults.expect('hosts', !isOneForAll, 'an address for each host by its name; one address for all is baseUrl');
  const hosts = faults.group('hosts', isOneForAll ? {} : given['hosts'], hostNames);
  const addresses: Partial<Record<HostName, string>> = {};
  for (const name of hostNames) {
    const address = hosts[name] ?? baseUrl;
    faults.expect(`hosts.${name}`, hosts[name] === undefined || isAddress(hosts[name]), addressDemand);
    if (isAddress(address)) addresses[name] = address;
  }
  return addresses;
}

function readTokens(
  faults: OptionFaults,
  given: unknown,
  { tokenKinds }: Deployment,
): Partial<Record<TokenKind, TokenSource>> {
  const tokens = faults.group('tokens', given, tokenKinds);
  for (const kind of tokenKinds) {
    const source = Object.hasOwn(tokens, kind) ? tokens[kind] : undefined;
    const isAccepted = source === undefined || isToken(source) || typeof source === 'function';
    faults.expect(`tokens.${kind}`, isAccepted, 'a token without spaces or Bearer, or a function that provides one');
  }
  return { ...tokens };
}

function readObservers(faults: OptionFaults, given: unknown): readonly ClientObserver[] {
  const observers = given === undefined ? [] : [given].flat();
  const demand = 'an observer, such as createLogObserver(console) returns, or a list of them';
  faults.expect('observer', observers.every(isRecord), demand);
  return observers.filter(isRecord);
}
