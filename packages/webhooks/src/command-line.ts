import {
  addOptions,
  CommandLineError,
  createProgram,
  parseNumber,
  runProgram,
  warnOfVisibleSecrets,
} from '@escrow-kit/shared/command-line';
import { type Command, InvalidArgumentError, Option } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import type { DoctorOptions } from './doctor/doctor.ts';
import type { EventStatus } from './event.ts';
import { serviceSignature } from './generated/contract-event.ts';
import type { ManageOptions } from './relay/manage.ts';
import type { RelayOptions } from './relay/relay.ts';
import type { StoreOptions } from './relay/store.ts';
import { readSecretFile, type Secrets, secretsIn } from './secrets.ts';
import { type SignatureForm, secretList } from './signature/verify.ts';

// The command line of this package: `doctor`, `relay`, and the commands that look into the store of a relay. Each loads what it needs
// only when it runs.

const secretVariable = 'ESCROW_WEBHOOK_SECRET';

/** How the service signs (HOOK-2), as the option `--signature` writes it. */
const usualSignature = 'Service-Signature: sha256=<hex>';

/** Runs `escrow-webhooks` with these arguments and the environment, and resolves with the exit code. */
export async function runCommand(args: string[], doctorParts: DoctorParts = {}): Promise<number> {
  let exitCode = 0;
  const program = createProgram('escrow-webhooks', manifest)
    .description('Examines a webhook endpoint, or stores events and forwards them to it.')
    .addHelpText('after', '\nExit codes: 0 on success. The help of each command lists the others.')
    .enablePositionalOptions();
  addDoctor(program, async (options) => {
    const { runDoctor } = await import('./doctor/doctor.ts');
    exitCode = await runDoctor({ ...options, ...doctorParts });
  });
  addRelay(program);
  return (await runProgram(program, args, { exitCodes: { configuration: 2, inbox: 1 } })) || exitCode;
}

/** What tests replace, to be quick. */
export type DoctorParts = Partial<Pick<DoctorOptions, 'resolve' | 'pauseInMs' | 'burst'>>;

const doctorCodes = 'Exit codes: 0 if there is no fault; 1 if there is one; 2 if the command line is wrong.';

const doctorNotes = `
The events look real: they are signed with the endpoint's secret. Their milestone IDs begin with escrow-doctor-.

A fault breaks a rule that the service states or implies. A hint is about something that the service leaves open.

${doctorCodes}`;

interface DoctorFlags {
  url?: URL;
  secret?: string;
  secretFile?: string;
  signature: SignatureForm;
  timeout: number;
  relay?: true;
  strict?: true;
  yes?: true;
  json?: true;
}

function addDoctor(program: Command, run: (options: DoctorOptions) => Promise<void>): void {
  const doctor = program
    .command('doctor')
    .description('Sends test events to a webhook endpoint and compares its answers with the expected ones.')
    .addHelpText('after', doctorNotes);
  addOptions(doctor, [
    new Option('--url <url>', 'address of the endpoint').argParser(parseUrl('--url')),
    new Option('--secret-file <file>', 'file with the webhook secret in its first line'),
    new Option('--secret <secret>', 'webhook secret').env(secretVariable),
    new Option('--signature <form>', 'form of the signature')
      .default(serviceSignature, `"${usualSignature}"`)
      .argParser(parseSignature),
    new Option('--relay', 'add the Standard Webhooks headers of the relay'),
    new Option('--timeout <seconds>', "time limit for an answer; the service's limit is not shown")
      .default(10)
      .argParser(parseNumber({ most: 600 })),
    new Option('--strict', 'exit with 1 for hints too'),
    new Option('--yes', 'allow an endpoint on another machine'),
    new Option('--json', 'print one line of JSON'),
  ]).action(async () => {
    const { url, signature, relay, timeout, strict, yes, json } = doctor.opts<DoctorFlags>();
    if (!url) throw new CommandLineError('--url is missing. Set it to the address of the endpoint.');
    const secret = readDoctorSecret(doctor);
    warn(doctor, 'secret');
    const timeoutInMs = timeout * 1_000;
    await run({ url, secret, form: signature, isRelayed: relay, timeoutInMs, isStrict: strict, mayLeave: yes, json });
  });
}

/** A file takes precedence over the variable. */
function readDoctorSecret(command: Command): string {
  const { secret: given, secretFile: file } = command.opts<DoctorFlags>();
  if (file !== undefined && command.getOptionValueSource('secret') === 'cli') {
    throw new CommandLineError('Use only one of --secret and --secret-file.');
  }
  const secret = file === undefined ? given : readSecretFile(file)[0];
  if (secret) return secretList([secret], 'secret')[0] as string;
  throw new CommandLineError(`The webhook secret is missing. Set ${secretVariable} or --secret-file.`);
}

const relayCodes =
  'Exit codes: 0 if it ended normally; 1 if the store failed; 2 if the command line, the secret file or the store cannot be used.';

const defaultHost = '127.0.0.1';
const defaultPort = 4040;
const defaultFolder = 'escrow-relay';
const defaultSchema = 'escrow_relay';

/** Where the events are: for every command. */
const storeOptions: readonly Option[] = [
  new Option('--store <folder>', `folder that stores the events; default: ${defaultFolder}`),
  new Option(
    '--database-url <url>',
    'PostgreSQL database that stores the events instead, for relays on several machines',
  ).conflicts('store'),
  new Option('--schema <name>', `schema in PostgreSQL, one for each endpoint; default: ${defaultSchema}`),
];

/** The other options of a relay. */
const relayOptions: readonly Option[] = [
  new Option('--to <url>', 'address of your endpoint').argParser(parseUrl('--to')),
  new Option('--listen <address>', `[host:]port for events; default: ${defaultPort}`).argParser(parseAddress),
  new Option('--secret-file <file>', `file with the secrets, one per line; default: the variable ${secretVariable}`),
  new Option('--signature <form>', `form of the signature, or none; default: "${usualSignature}"`).argParser((text) =>
    text === 'none' ? text : parseSignature(text),
  ),
  new Option('--allow-address <address>', 'IP address or CIDR block of an allowed sender; can be repeated').argParser(
    parseSeveral,
  ),
  new Option('--address-header <name>', "header of your proxy that contains the sender's address"),
  new Option('--status-name <name>', "deployment's name for a status, such as FUNDED=PAID; can be repeated").argParser(
    parseSeveral,
  ),
  new Option('--json', 'log each entry as one line of JSON'),
];

// Each has a variable, such as RELAY_DATABASE_URL.
for (const option of [...storeOptions, ...relayOptions]) {
  option.env(`RELAY_${option.name().toUpperCase().replaceAll('-', '_')}`);
}

interface RelayFlags {
  store?: string;
  databaseUrl?: string;
  schema?: string;
  to?: URL;
  listen?: RelayOptions['listen'];
  secretFile?: string;
  signature?: SignatureForm | 'none';
  allowAddress?: string[];
  addressHeader?: string;
  statusName?: string[];
  json?: boolean;
}

function addRelay(program: Command): void {
  const relay = program
    .command('relay')
    .description(
      'Receives the webhooks of the service, stores them and forwards them to an endpoint for up to 72 hours.',
    )
    .addHelpText('after', `\n${relayCodes}`);
  addOptions(relay, [...relayOptions, ...storeOptions]).allowExcessArguments();
  relay.action(async () => {
    if (relay.args.length > 0) {
      const names = relay.commands.map((command) => command.name()).join(', ');
      throw new CommandLineError(`relay: Unknown command. Commands: ${names}. See --help.`);
    }
    const flags = relay.opts<RelayFlags>();
    const options = toRelayOptions(flags);
    warn(relay, 'databaseUrl');
    const { runRelay } = await import('./relay/run.ts');
    await runRelay(options, { isJson: flags.json === true });
  });

  /** Adds the command that a function of `manage.ts` runs. The options of the store may stand before its name, too. */
  function add(usage: string, description: string, ...options: Option[]): void {
    const command = relay.command(usage).description(description).addHelpText('after', `\n${relayCodes}`);
    addOptions(command, [...storeOptions, ...options]).action(async () => {
      const flags = { ...relay.opts<RelayFlags>(), ...command.opts<RelayFlags & Omit<ManageOptions, 'store'>>() };
      const manage = await import('./relay/manage.ts');
      const run = manage[command.name() as keyof typeof manage];
      const store = readStore(flags);
      for (const each of [relay, command]) warn(each, 'databaseUrl');
      await run({ ...flags, store, key: command.args[0] });
    });
  }
  const json = new Option('--json', 'print one line of JSON');
  const statuses: EventStatus[] = ['pending', 'processing', 'done', 'dead'];
  const status = new Option('--status <status>', 'only events with this status').choices(statuses);
  const limit = new Option('--limit <count>', 'number of events to list for each status; default: 100');
  limit.argParser(parseNumber({ most: 999_999_999 }));
  add('list', 'Lists waiting and dead events.', status, limit, json);
  add('show <webhook-id>', 'Shows one event, without its body.', json);
  add('replay [webhook-id]', 'Forwards a dead event again.', new Option('--dead', 'forward all dead events again'));
  add('discard', 'Deletes quarantined bodies, which are signed but are not events.');
}

/** @throws CommandLineError that names the option and the remedy. */
function toRelayOptions(flags: RelayFlags): RelayOptions {
  const { to, listen = { host: defaultHost, port: defaultPort }, signature, allowAddress, addressHeader } = flags;
  if (!to) throw new CommandLineError('--to is missing. Set it to the address of your endpoint.');
  if (to.username || to.password) throw new CommandLineError('--to: remove the user and the password.');
  // The receiver checks them.
  const statuses = flags.statusName && Object.fromEntries(flags.statusName.map((text) => text.split('=')));
  const events = {
    signature: signature === 'none' ? null : signature,
    allowedAddresses: allowAddress,
    addressHeader,
    statuses,
  };
  return { to, listen, store: readStore(flags), secrets: readRelaySecrets(flags), events };
}

function readRelaySecrets({ secretFile: file, signature }: RelayFlags): Secrets {
  if (file !== undefined) return { file };
  const list = secretsIn(process.env[secretVariable] ?? '');
  if (list.length > 0 || signature === 'none') return { list };
  throw new CommandLineError(`The webhook secret is missing. Set ${secretVariable} or --secret-file.`);
}

function readStore({ store, databaseUrl, schema = defaultSchema }: RelayFlags): StoreOptions {
  if (databaseUrl === undefined) return { folder: store ?? defaultFolder };
  if (/^postgres(ql)?:\/\//.test(databaseUrl) && URL.canParse(databaseUrl)) return { databaseUrl, schema };
  // It may hold a password, so it is not quoted.
  throw new CommandLineError('--database-url must begin with postgres://.');
}

function warn(command: Command, option: 'secret' | 'databaseUrl'): void {
  const { databaseUrl } = command.opts<RelayFlags>();
  if (option === 'databaseUrl' && !hasPassword(databaseUrl)) return;
  for (const line of warnOfVisibleSecrets(command, [option])) process.stderr.write(`${line}\n`);
}

function hasPassword(address = ''): boolean {
  const { password = '', searchParams } = URL.parse(address) ?? {};
  return password !== '' || searchParams?.has('password') === true;
}

/** Reads header, prefix and encoding. */
function parseSignature(text: string): SignatureForm {
  const [, header, prefix = '', encoding] = /^([\w.-]+): *(.*)<(hex|base64)>$/.exec(text.trim()) ?? [];
  if (header !== undefined) return { header, prefix, encoding: encoding === 'hex' ? 'hex' : 'base64' };
  throw new CommandLineError(`--signature: write a header, a prefix, and hex or base64, such as "${usualSignature}".`);
}

function parseUrl(flag: string): (text: string) => URL {
  return (text) => {
    const url = URL.parse(text);
    if (url && ['http:', 'https:'].includes(url.protocol)) return url;
    throw new CommandLineError(`${flag} must begin with http:// or https://.`);
  };
}

/** `3000` or `0.0.0.0:3000` or `[::1]:3000`. */
function parseAddress(text: string): RelayOptions['listen'] {
  const [, ipv6, host = ipv6 ?? defaultHost, port] = /^(?:(?:\[([^\]]+)\]|([^:[\]]+)):)?(\d{1,5})$/.exec(text) ?? [];
  if (port === undefined) throw new InvalidArgumentError('Give a port, or host and port, such as 0.0.0.0:3000.');
  if (Number(port) > 65_535) throw new InvalidArgumentError('Give a port from 0 to 65535.');
  return { host, port: Number(port) };
}

/** A repeatable option. Its variable contains several values, separated by white space. */
function parseSeveral(text: string, others: readonly string[] = []): string[] {
  return [...others, ...text.trim().split(/\s+/)];
}
