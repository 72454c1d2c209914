import { overlayOption } from '@escrow-kit/shared/command-line';
import { isLoopback } from '@escrow-kit/shared/is-loopback';
import { InvalidArgumentError, Option } from 'commander';
import type { ZodType } from 'zod';
import { RelayError } from '../errors/relay-error.ts';
import { parseSecrets } from './parse-secrets.ts';
import { readRelayFile } from './read-relay-file.ts';
import {
  defaults,
  type RelayOptions,
  type SecretOptions,
  type StoreOptions,
  type TargetOptions,
} from './relay-options.ts';
import { type RelayFile, type RelayFileTarget, relaySchema, targetSchema } from './relay-schema.ts';

/** The variable with the webhook secret, or several, one a line. */
const secretVariable = 'ESCROW_WEBHOOK_SECRET';

/** The variable with the password of the page. */
const tokenVariable = 'RELAY_CONTROL_TOKEN';

/** The name of the one target that has none. */
const onlyTarget = 'main';

/** Where the events are: for every command. */
export const storeOptions: readonly Option[] = [
  new Option('--store <folder>', `keep events in this folder; default: ${defaults.store}`).env('RELAY_STORE'),
  new Option('--database-url <url>', 'keep events in this PostgreSQL, for relays on several machines')
    .env('RELAY_DATABASE_URL')
    .conflicts('store'),
  new Option('--config <file>', 'read options from this YAML file; what is given here goes before').env('RELAY_CONFIG'),
];

/** What starts a relay, besides. */
export const relayOptions: readonly Option[] = [
  option('--listen <address>', '[host:]port for events', 'RELAY_LISTEN', relaySchema.shape.listen),
  option(
    '--control <address>',
    '[host:]port of page and metrics; default: 4041',
    'RELAY_CONTROL',
    relaySchema.shape.control,
  ),
  new Option('--forward <address>', 'forward to this URL; several need names: --forward shop=URL --forward crm=URL')
    .env('RELAY_FORWARD')
    .argParser((text: string, others: readonly string[] = []) => [...others, ...text.trim().split(/\s+/)]),
  new Option(
    '--secret-file <file>',
    `read the webhook secret from this file; default: the variable ${secretVariable}`,
  ).env('RELAY_SECRET_FILE'),
  overlayOption('take and send events as this OpenAPI Overlay says; may be repeated'),
  new Option('--sandbox <url>', 'become the webhook of this running sandbox').env('RELAY_SANDBOX'),
  new Option('--json', 'print what happens as lines of JSON').env('RELAY_JSON'),
];

function option(flags: string, description: string, variable: string, schema: ZodType): Option {
  return new Option(flags, description).env(variable).argParser((text: string) => {
    const result = schema.safeParse(text);
    if (result.success) return result.data;
    throw new InvalidArgumentError(`${result.error.issues[0]?.message}.`);
  });
}

/** What commander read. */
export interface GivenOptions {
  store?: string;
  databaseUrl?: string;
  config?: string;
  listen?: RelayOptions['listen'];
  control?: RelayOptions['listen'];
  forward?: string[];
  secretFile?: string;
}

/** The store, by command line, environment and file. */
export function readStoreOptions(given: GivenOptions, file: RelayFile = readConfig(given)): StoreOptions {
  const databaseUrl = given.databaseUrl ?? (given.store === undefined ? file.databaseUrl : undefined);
  if (databaseUrl === undefined) return { folder: given.store ?? file.store ?? defaults.store };
  if (/^postgres(ql)?:\/\//.test(databaseUrl) && URL.canParse(databaseUrl)) return { databaseUrl };
  // It may hold a password, so it is not quoted.
  throw new RelayError('--database-url is no address that begins with postgres://.');
}

/**
 * All options of a relay.
 * @throws RelayError that names the option or field and the remedy.
 */
export function readRelayOptions(given: GivenOptions): RelayOptions {
  const file = readConfig(given);
  const listen = given.listen ?? file.listen;
  if (!listen) throw new RelayError('There is no port for events. Start with --listen PORT.');
  const named = given.forward
    ? given.forward.map((text) => readTarget(text, given.forward?.length === 1))
    : (file.targets ?? []);
  const store = readStoreOptions(given, file);
  const targets = named.map((target) => toTarget(target, store));
  if (targets.length === 0) throw new RelayError('There is no address to forward to. Start with --forward URL.');
  const names = targets.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice) throw new RelayError(`Two targets have the name ${twice}. Give each its own: --forward NAME=URL.`);
  const control = given.control ?? file.control ?? defaults.control;
  // Not on the command line, which others can read.
  const controlToken = process.env[tokenVariable] || undefined;
  if (controlToken === undefined && !isLoopback(control.host)) {
    throw new RelayError(`--control: others can reach ${control.host}. Set a password in ${tokenVariable}.`);
  }
  return {
    listen,
    control,
    controlToken,
    store,
    secret: readSecret(given.secretFile ?? file.secretFile),
    targets,
    giveUpAfterInMs: file.giveUpAfterInHours * 3_600_000,
    retentionInMs: file.retentionInDays * 86_400_000,
  };
}

const readConfig = ({ config }: GivenOptions): RelayFile =>
  config === undefined ? relaySchema.parse({}) : readRelayFile(config);

/** `shop=https://…`, or a URL alone if it is the only one. */
function readTarget(text: string, isOnly: boolean): RelayFileTarget {
  const [, name, url] = /^(?:([^=/:?]*)=)?(.*)$/s.exec(text) ?? [];
  if (name === undefined && !isOnly) {
    throw new RelayError(
      'Several addresses need names, which identify their events: --forward shop=URL --forward crm=URL.',
    );
  }
  const result = targetSchema.safeParse({ name: name ?? onlyTarget, url });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.at(-1) === 'name' ? `the name ${name}: ` : '';
  throw new RelayError(`--forward: ${field}${issue?.message}.`);
}

const toTarget = (
  { name, url, secretFile, timeoutInSeconds, concurrency }: RelayFileTarget,
  store: StoreOptions,
): TargetOptions => ({
  name,
  url,
  secret: secretFile === undefined ? undefined : { file: secretFile },
  timeoutInMs: timeoutInSeconds * 1_000,
  concurrency: concurrency ?? defaults.concurrency['folder' in store ? 'sqlite' : 'postgres'],
});

function readSecret(file: string | undefined): SecretOptions | undefined {
  if (file !== undefined) return { file };
  const secrets = parseSecrets(process.env[secretVariable] ?? '');
  return secrets.length > 0 ? { secrets } : undefined;
}
