import { isIP } from 'node:net';
import { parseSignature, usualSignature } from '@escrow-kit/shared/command-line';
import type { KnownStatus } from '@escrow-kit/webhooks';
import { InvalidArgumentError, Option } from 'commander';
import { RelayError } from '../errors/relay-error.ts';
import {
  type Address,
  type EventOptions,
  parseSecrets,
  type RelayOptions,
  type SecretOptions,
  type StoreOptions,
  type TargetOptions,
} from './relay-options.ts';

/** The variable with the webhook secret, or several, one a line. */
const secretVariable = 'ESCROW_WEBHOOK_SECRET';

/** The name of the one target that has none. */
const onlyTarget = 'main';

const defaultHost = '127.0.0.1';
const defaultFolder = 'escrow-relay';

/** Where the events are: for every command. */
export const storeOptions: readonly Option[] = [
  new Option('--store <folder>', `keep events in this folder; default: ${defaultFolder}`).env('RELAY_STORE'),
  new Option('--database-url <url>', 'keep events in this PostgreSQL, for relays on several machines')
    .env('RELAY_DATABASE_URL')
    .conflicts('store'),
];

/** What starts a relay, besides. */
export const relayOptions: readonly Option[] = [
  new Option('--listen <address>', '[host:]port for events').env('RELAY_LISTEN').argParser(parseAddress),
  new Option('--forward <address>', 'forward to this URL; several need names: --forward shop=URL --forward crm=URL')
    .env('RELAY_FORWARD')
    .argParser(parseSeveral((text) => text)),
  new Option(
    '--secret-file <file>',
    `read the webhook secret from this file; default: the variable ${secretVariable}`,
  ).env('RELAY_SECRET_FILE'),
  new Option('--signature <form>', `how events are signed, or none; default: "${usualSignature}"`).env(
    'RELAY_SIGNATURE',
  ),
  new Option('--allow-address <address>', 'take events from this IP address or CIDR block alone; may be repeated')
    .env('RELAY_ALLOW_ADDRESS')
    .argParser(parseSeveral(parseAllowed)),
  new Option('--address-header <name>', "the header in which your own proxy passes on the sender's address").env(
    'RELAY_ADDRESS_HEADER',
  ),
  new Option('--status-name <name>', "a deployment's name of a status, such as FUNDED=PAID; may be repeated")
    .env('RELAY_STATUS_NAME')
    .argParser(parseSeveral(parseStatusName)),
  new Option('--json', 'print what happens as lines of JSON').env('RELAY_JSON'),
];

/** Parses an option that may be repeated, and takes several values from its variable, apart by white space. */
function parseSeveral<Value>(parse: (text: string) => Value): (text: string, others?: readonly Value[]) => Value[] {
  return (text, others = []) => [...others, ...text.trim().split(/\s+/).map(parse)];
}

/** The receiver refuses a block that has nearly every address. */
function parseAllowed(text: string): string {
  const [, address = ''] = /^([^/]+)(?:\/\d{1,3})?$/.exec(text) ?? [];
  if (isIP(address) !== 0) return text;
  throw new InvalidArgumentError('Give an IP address or a CIDR block, such as 192.0.2.0/24.');
}

const knownStatuses: readonly string[] = ['PAID', 'CASHOUT_IN_PROGRESS', 'COMPLETED'] satisfies KnownStatus[];

function parseStatusName(text: string): [name: string, status: KnownStatus] {
  const [, name, status = ''] = /^(.+)=(.+)$/.exec(text) ?? [];
  if (name !== undefined && knownStatuses.includes(status)) return [name, status as KnownStatus];
  throw new InvalidArgumentError(`Give the deployment's name, = and one of ${knownStatuses.join(', ')}.`);
}

/** `3000` or `0.0.0.0:3000` or `[::1]:3000`. */
function parseAddress(text: string): Address {
  const [, ipv6, host = ipv6 ?? defaultHost, port] = /^(?:(?:\[([^\]]+)\]|([^:[\]]+)):)?(\d{1,5})$/.exec(text) ?? [];
  if (port === undefined) throw new InvalidArgumentError('Give a port, or host and port, such as 0.0.0.0:3000.');
  if (Number(port) > 65_535) throw new InvalidArgumentError('Give a port from 0 to 65535.');
  return { host, port: Number(port) };
}

/** What commander read. */
export interface GivenOptions {
  store?: string;
  databaseUrl?: string;
  listen?: Address;
  forward?: string[];
  secretFile?: string;
  signature?: string;
  allowAddress?: string[];
  addressHeader?: string;
  statusName?: [name: string, status: KnownStatus][];
}

/** The store, by command line and environment. */
export function readStoreOptions({ store, databaseUrl }: GivenOptions): StoreOptions {
  if (databaseUrl === undefined) return { folder: store ?? defaultFolder };
  if (/^postgres(ql)?:\/\//.test(databaseUrl) && URL.canParse(databaseUrl)) return { databaseUrl };
  // It may hold a password, so it is not quoted.
  throw new RelayError('--database-url is no address that begins with postgres://.');
}

/**
 * All options of a relay.
 * @throws RelayError that names the option and the remedy.
 */
export function readRelayOptions(given: GivenOptions): RelayOptions {
  const { listen, forward = [], secretFile } = given;
  if (!listen) throw new RelayError('There is no port for events. Start with --listen PORT.');
  const targets = forward.map((text) => readTarget(text, forward.length === 1));
  if (targets.length === 0) throw new RelayError('There is no address to forward to. Start with --forward URL.');
  const names = targets.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice) throw new RelayError(`Two targets have the name ${twice}. Give each its own: --forward NAME=URL.`);
  const events = readEventOptions(given);
  return { listen, store: readStoreOptions(given), events, secret: readSecret(secretFile), targets };
}

function readEventOptions({ signature, allowAddress, addressHeader, statusName }: GivenOptions): EventOptions {
  const others = { addressHeader, statuses: statusName && Object.fromEntries(statusName) };
  if (signature !== 'none') {
    return {
      signature: signature === undefined ? undefined : parseSignature(signature),
      allowedAddresses: allowAddress,
      ...others,
    };
  }
  if (allowAddress) return { signature: null, allowedAddresses: allowAddress, ...others };
  throw new RelayError('--signature none: anybody could send events. Say where they come from with --allow-address.');
}

/** `shop=https://…`, or a URL alone if it is the only one. */
function readTarget(text: string, isOnly: boolean): TargetOptions {
  const [, name, url = ''] = /^(?:([^=/:?]*)=)?(.*)$/s.exec(text) ?? [];
  if (name === undefined && !isOnly) {
    throw new RelayError(
      'Several addresses need names, which identify their events: --forward shop=URL --forward crm=URL.',
    );
  }
  // It is part of a file name and of the name of a schema.
  if (!/^[a-z0-9_]{1,20}$/.test(name ?? onlyTarget)) {
    throw new RelayError(`--forward: the name ${name}: give lower-case letters, digits and underscores, at most 20.`);
  }
  const { protocol = '', username, password } = URL.parse(url) ?? {};
  if (!/^https?:$/.test(protocol)) {
    throw new RelayError('--forward: give an address that begins with http:// or https:// and has a host.');
  }
  if (username || password) throw new RelayError('--forward: leave out user and password.');
  return { name: name ?? onlyTarget, url };
}

function readSecret(file: string | undefined): SecretOptions | undefined {
  if (file !== undefined) return { file };
  const secrets = parseSecrets(process.env[secretVariable] ?? '');
  return secrets.length > 0 ? { secrets } : undefined;
}
