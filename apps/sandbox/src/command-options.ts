import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { packageVersion } from './package-manifest.ts';
import type { SandboxOptions } from './sandbox.ts';

/** The options of the command line and the environment. */
export interface CommandOptions {
  sandbox: SandboxOptions;
  /** Print one line of JSON instead of the greeting. */
  json: boolean;
}

/** A mistake on the command line. The message says what is wrong and what to do. */
export class CommandLineError extends Error {
  readonly code = 'command_line';
}

/** The default port. */
const defaultPort = 4020;

/** Each flag with its environment variable. */
const options = [
  new Option('--port <port>', 'port; 0 takes a free port').env('PORT').default(defaultPort).argParser(parsePort),
  new Option('--host <host>', 'address to listen on')
    .env('SANDBOX_HOST')
    .default('127.0.0.1')
    .argParser(parseText('--host')),
  new Option('--data <folder>', 'keep state in this folder; default: in memory')
    .env('SANDBOX_DATA')
    .argParser(parseText('--data')),
  new Option('--database-url <url>', 'keep state in this PostgreSQL, in the schema escrow_sandbox')
    .env('SANDBOX_DATABASE_URL')
    .argParser(parseUrl('--database-url', ['postgres:', 'postgresql:']))
    .conflicts('data'),
  new Option('--webhook-url <url>', "address for the default tenant's events")
    .env('SANDBOX_WEBHOOK_URL')
    .argParser(parseUrl('--webhook-url', ['http:', 'https:'])),
  new Option('--webhook-secret <secret>', 'secret that signs its events; default: whsec_sandbox')
    .env('SANDBOX_WEBHOOK_SECRET')
    .argParser(parseText('--webhook-secret')),
  new Option('--control-token <token>', 'what the control API asks for; required off loopback')
    .env('SANDBOX_CONTROL_TOKEN')
    .argParser(parseText('--control-token')),
  new Option('--public-url <url>', 'address by which others reach this sandbox, for checkout URLs behind a proxy')
    .env('SANDBOX_PUBLIC_URL')
    .argParser(parseUrl('--public-url', ['http:', 'https:'])),
  new Option('--allow-origin <origin>', 'let pages of this origin call the service; several are separated by commas')
    .env('SANDBOX_ALLOW_ORIGIN')
    .argParser(addOrigins),
  new Option('--overlay <file>', 'behave as the deployment that this OpenAPI Overlay describes; may be repeated')
    .env('ESCROW_OVERLAY')
    .argParser((file: string, files: readonly string[] = []) => [...files, file]),
  new Option('--assumed-rules <what>', 'refuse or note calls that break a rule which the service does not state')
    .env('SANDBOX_ASSUMED_RULES')
    .choices(['refuse', 'note'])
    .default('refuse'),
  new Option('--json', 'print the address and the credentials as one line of JSON').env('SANDBOX_JSON').default(false),
];

/** Reads the command line and the environment. Prints the help or the version if asked to, and then throws a CommanderError. */
export function readCommandOptions(args: string[]): CommandOptions {
  const command = new Command('escrow-sandbox')
    .version(packageVersion, '--version', 'print the version of this package')
    .description('The Escrow Contract Service on your own machine: stateful, with checkout, settlement and webhooks.')
    .allowExcessArguments(false)
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  for (const option of options) {
    // An empty variable counts as not set.
    if (option.envVar && process.env[option.envVar] === '') delete process.env[option.envVar];
    command.addOption(option);
  }
  try {
    command.parse(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode !== 0) throw toCommandLineError(error);
    throw error;
  }
  // The command itself uses the overlays, before it loads what reads the document.
  const { json, overlay: _, data: dataFolder, allowOrigin: allowOrigins, ...values } = command.opts();
  return {
    json,
    sandbox: { ...values, ...(dataFolder !== undefined && { dataFolder }), ...(allowOrigins && { allowOrigins }) },
  };
}

function toCommandLineError(error: CommanderError): CommandLineError {
  const reason = error.message
    .replace(/^error: /, '')
    .replaceAll('\n', ' ')
    .replace(/\.?$/, '.');
  return new CommandLineError(`${reason} Run with --help to see the options.`, { cause: error });
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('Give a whole number from 0 to 65535.');
}

/** The flag may be repeated. Each origin is checked when the sandbox starts. */
function addOrigins(text: string, previous: readonly string[] = []): string[] {
  return [...previous, ...text.split(',').map((origin) => origin.trim())];
}

/** The value of such a flag may be a secret, so it is not repeated. */
function parseText(flag: string): (text: string) => string {
  return (text) => {
    if (text !== '') return text;
    throw new CommandLineError(`${flag} is empty. Give a value or leave it out.`);
  };
}

/** Does not repeat the address, which may hold a password. */
function parseUrl(flag: string, protocols: string[]): (text: string) => string {
  return (text) => {
    if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text;
    throw new CommandLineError(`${flag} is not an address that begins with ${protocols.join('// or ')}//.`);
  };
}
