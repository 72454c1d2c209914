import { overlayOption } from '@escrow-kit/shared/command-line';
import { InvalidArgumentError, Option } from 'commander';
import { RelayError } from '../errors/relay-error.ts';
import { parseSecrets } from './parse-secrets.ts';
import type { Address, RelayOptions, SecretOptions, StoreOptions, TargetOptions } from './relay-options.ts';

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
    .argParser((text: string, others: readonly string[] = []) => [...others, ...text.trim().split(/\s+/)]),
  new Option(
    '--secret-file <file>',
    `read the webhook secret from this file; default: the variable ${secretVariable}`,
  ).env('RELAY_SECRET_FILE'),
  overlayOption('take and send events as this OpenAPI Overlay says; may be repeated'),
  new Option('--json', 'print what happens as lines of JSON').env('RELAY_JSON'),
];

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
  return { listen, store: readStoreOptions(given), secret: readSecret(secretFile), targets };
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
