import type { Deployment, HostName, IsRegistered, Operation, TokenKind } from './document/registered.ts';
import { type ContractDefaults, termNames } from './flows/contract-terms.ts';
import { isJournal, type Journal, journalDemand } from './flows/journal.ts';
import { deployment as serviceDeployment } from './generated/service.ts';
import { addressDemand, expectAddresses, isAddress, OptionFaults } from './input.ts';
import { isRecord, isText } from './json.ts';
import { type CallState, type ClientObserver, createNotifier, type Notifier } from './observer.ts';
import { basesByLevel, type Checks, isChecks } from './rules.ts';
import { type Clock, isToken, type TokenSource } from './tokens.ts';

/** Sends a request, as `fetch` does. */
export type SendRequest = (request: Request) => Promise<Response>;

/** How to retry failed requests. Which requests are retried depends on the operation, not on these numbers. */
export interface RetryOptions {
  /** The most retries of a request. Default 2; 0 means never. */
  max?: number | undefined;
  /** The upper bound of the first delay, in ms. It doubles with each retry; the actual delay is random below it. Default 250. */
  baseDelayInMs?: number | undefined;
  /** The longest delay, in ms. A longer Retry-After ends the call. Default 30000. */
  maxDelayInMs?: number | undefined;
}

/** Headers by name. One that is undefined is not sent. */
type GivenHeaders = Readonly<Record<string, string | number | boolean | undefined>> | Headers;

/** Options of a client that a call can override. */
interface SharedOptions {
  /**
   * Which rules are checked before a call is sent. `stated`: rules that the service's description states. `implied`, the default: also
   * rules that it implies. `all`: also rules that this kit assumes, which the sandbox enforces by default. `none`: no rules.
   * Constants are always filled in, and an ID that would reach another endpoint is always refused.
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
}

/** The options of one call. */
export interface CallOptions extends SharedOptions {
  /**
   * Additional headers. The client refuses headers that it sets itself (`accept`, `authorization`, `content-type`), and headers of the
   * connection, such as `host` and `content-length`.
   */
  headers?: GivenHeaders | undefined;
  /** Ends the call early, with the code `aborted`. */
  signal?: AbortSignal | undefined;
  /** The token to send, if the operation accepts more than one kind (AUTH-8). Default: the first that is set. */
  token?: TokenKind | undefined;
}

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
export interface EscrowClientOptions extends DeploymentOption, SharedOptions {
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
   * The secret of the service's events. The client does not use it. It is accepted so that you can pass all credentials of an
   * organization at once.
   */
  webhookSecret?: string | undefined;
  /** A token, or a function that provides one, for each kind that you need. How to obtain tokens is not shown (AUTH-12). */
  tokens?: { readonly [Kind in TokenKind]?: TokenSource | undefined } | undefined;
  /**
   * The only addresses that receive a ticket from `flows.checkout`: your environment's checkout, such as
   * `https://checkout.escrow.example`. Default: the addresses of `hosts` and those in the service's document (our choice: the
   * checkout's host is not shown).
   */
  checkoutHosts?: readonly string[] | undefined;
  /** Sends a request once, without following redirects. Default: the global `fetch` at the time of the call. */
  fetch?: SendRequest | undefined;
  /** Watches calls, their requests and the steps of flows: `createLogObserver(console)`, your own, or a list of them. */
  observer?: ClientObserver | readonly ClientObserver[] | undefined;
  /** Where flows save their steps, unless a run has its own journal. */
  journal?: Journal | undefined;
  /** The terms that most contracts of your shop share, for `flows.openContract` and `flows.onboardCustomer`. */
  defaults?: ContractDefaults | undefined;
  /** Returns the current time, to find out whether a token has expired. Default: the system's clock. */
  now?: Clock | undefined;
}

/** The options of a call, and those that only flows set. */
export interface InternalCallOptions extends CallOptions {
  /**
   * Awaited once per call, after its checks and its token, right before the first request leaves. If it rejects, nothing is sent, and
   * the call fails with `configuration`, with the rejection as `cause`.
   */
  beforeFirstRequest?: () => Promise<void>;
  /** Receives the final answer, even if it is a refusal. Its body has been read. */
  onResponse?: (response: Response) => void;
}

/** The options that apply unless a call sets its own. */
interface CallDefaults {
  checks: Checks;
  timeoutInMs: number;
  maxAnswerInBytes: number;
  retry: { max: number; baseDelayInMs: number; maxDelayInMs: number };
}

/** Our choice: the service shows no limits (LIMIT-1). */
const callDefaults: CallDefaults = {
  checks: 'implied',
  timeoutInMs: 30_000,
  maxAnswerInBytes: 1024 * 1024,
  retry: { max: 2, baseDelayInMs: 250, maxDelayInMs: 30_000 },
};

/** The options of a call, after the client's have filled in what the caller left out. */
export type CallSettings = CallDefaults & Omit<InternalCallOptions, keyof CallDefaults>;

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
  /** The terms that the shop's contracts share. */
  defaults: ContractDefaults;
  fetch: SendRequest;
  notifier: Notifier | undefined;
}

/** The options that both a client and a call have. */
const sharedNames = Object.keys(callDefaults);
/** The options of a call. */
export const callOptionNames: readonly string[] = ['headers', 'signal', 'token', ...sharedNames];
/** Options of a call that only flows set. */
const internalNames = ['beforeFirstRequest', 'onResponse'];
/** The options of a client. */
const clientNames = [
  ...['deployment', 'baseUrl', 'hosts', 'clientId', 'clientSecret', 'webhookSecret', 'tokens'],
  ...['checkoutHosts', 'fetch', 'observer', 'journal', 'defaults', 'now'],
  ...sharedNames,
];

/** A timer with a longer delay fires at once. */
const longestTimerInMs = 2 ** 31 - 1;

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
    ...readShared(faults, given, callDefaults),
    hosts: readHosts(faults, given, deployment),
    tokens: readTokens(faults, given['tokens'], deployment),
    notifier: createNotifier(readObservers(faults, given['observer'])),
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
    fetch: options.fetch ?? sendByGlobalFetch,
    journal,
    now,
  };
}

/** Deno's way to set how its `fetch` connects; undefined elsewhere. */
type CreateDenoClient = (options: { poolMaxIdlePerHost: number }) => { close(): void };

const findCreateDenoClient = () =>
  (globalThis as { Deno?: { createHttpClient?: CreateDenoClient } }).Deno?.createHttpClient;

/**
 * Sends by the global `fetch`, which may be replaced after the client was created. If a reused connection ends without an answer, Deno
 * sends the request again, even a POST, and tells only how that went. So on Deno each request has a connection of its own.
 */
async function sendByGlobalFetch(request: Request): Promise<Response> {
  const client = findCreateDenoClient()?.({ poolMaxIdlePerHost: 0 });
  try {
    return await fetch(client ? new Request(request, { client } as RequestInit) : request);
  } finally {
    client?.close();
  }
}

/** Whether this is Deno, and each request of a `fetch` certainly has a connection of its own. */
export const isUnshared = (fetch: SendRequest): boolean =>
  fetch === sendByGlobalFetch && findCreateDenoClient() !== undefined;

const isFunction = (value: unknown): boolean => value === undefined || typeof value === 'function';

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
  faults.expect('deployment', isDeployment, 'the deployment from `generate`');
  return isDeployment ? deployment : serviceDeployment;
}

function readHosts(
  faults: OptionFaults,
  given: Record<string, unknown>,
  { hostNames }: Deployment,
): Partial<Record<HostName, string>> {
  const { baseUrl } = given;
  faults.expect('baseUrl', baseUrl === undefined || isAddress(baseUrl), addressDemand);
  faults.expect('hosts', baseUrl !== undefined || given['hosts'] !== undefined, 'set, or set baseUrl for all hosts');
  const isOneForAll = typeof given['hosts'] === 'string';
  faults.expect('hosts', !isOneForAll, 'an object with an address for each host; for one address, use baseUrl');
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
    faults.expect(
      `tokens.${kind}`,
      isAccepted,
      'a token without spaces and without Bearer, or a function that returns one',
    );
  }
  return { ...tokens };
}

function readObservers(faults: OptionFaults, given: unknown): readonly ClientObserver[] {
  const observers = given === undefined ? [] : [given].flat();
  const demand = 'an observer, such as createLogObserver(console), or a list of them';
  faults.expect('observer', observers.every(isRecord), demand);
  return observers.filter(isRecord);
}

/**
 * Checks the options of a call, and fills in the client's defaults.
 * @throws EscrowError `configuration` that lists each wrong option, and contains no value.
 */
export function readCallOptions(
  options: InternalCallOptions | undefined,
  client: CallDefaults,
  { call, operation }: { call: CallState; operation: Operation },
): CallSettings {
  if (options === undefined) return client;
  const faults = new OptionFaults();
  const given = faults.group('', options, callOptionNames, internalNames);
  const kinds = operation.tokens.join(' or ') || 'left out: the operation takes no token';
  faults.expect('token', given['token'] === undefined || operation.tokens.includes(given['token'] as TokenKind), kinds);
  const { signal } = given;
  const isSignal = isRecord(signal) && typeof signal['addEventListener'] === 'function';
  faults.expect('signal', signal === undefined || isSignal, 'an AbortSignal');
  const shared = readShared(faults, given, client);
  faults.throwIfAny('was not sent', call);
  return { ...options, ...shared };
}

/** Reads the options that both a client and a call have. */
function readShared(faults: OptionFaults, given: Record<string, unknown>, otherwise: CallDefaults): CallDefaults {
  const { checks = otherwise.checks } = given;
  faults.expect('checks', isChecks(checks), Object.keys(basesByLevel).join(', '));
  const givenRetry = faults.group('retry', given['retry'], Object.keys(otherwise.retry));
  const retry = { ...otherwise.retry };
  for (const name of ['max', 'baseDelayInMs', 'maxDelayInMs'] as const) {
    retry[name] = readNumber(faults, `retry.${name}`, givenRetry[name], retry[name]);
  }
  return {
    checks: isChecks(checks) ? checks : otherwise.checks,
    timeoutInMs: readNumber(faults, 'timeoutInMs', given['timeoutInMs'], otherwise.timeoutInMs),
    maxAnswerInBytes: readNumber(faults, 'maxAnswerInBytes', given['maxAnswerInBytes'], otherwise.maxAnswerInBytes),
    retry,
  };
}

function readNumber(faults: OptionFaults, name: string, given: unknown, otherwise: number): number {
  if (given === undefined) return otherwise;
  const isAccepted = typeof given === 'number' && given >= 0 && given <= longestTimerInMs;
  faults.expect(name, isAccepted, 'a number from 0 to 2^31 - 1');
  return isAccepted ? given : otherwise;
}
