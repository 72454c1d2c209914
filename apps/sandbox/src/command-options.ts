import {
  addOptions,
  CommandLineError,
  createProgram,
  overlayOption,
  parseNumber,
  parseText,
  warnOfVisibleSecrets,
} from '@escrow-kit/shared/command-line';
import { type Command, Option } from 'commander';
import { addCommands } from './commands/add-commands.ts';
import { parseUrl } from './commands/target.ts';
import { nodeRange, packageVersion } from './package-manifest.ts';
import type { SandboxOptions } from './sandbox.ts';

/** The options of the command line and the environment. */
export interface CommandOptions {
  sandbox: SandboxOptions;
  /** Print one line of JSON instead of the greeting. */
  json: boolean;
  /** Lines about secrets that are on the command line. */
  warnings: string[];
}

/** Each with its environment variable. */
const options = [
  new Option('--port <port>', 'port; 0 selects a free port')
    .env('PORT')
    .default(4020)
    .argParser(parseNumber({ least: 0, most: 65_535 })),
  new Option('--host <host>', 'address to listen on')
    .env('SANDBOX_HOST')
    .default('127.0.0.1')
    .argParser(parseText('--host')),
  new Option('--data <folder>', 'folder that stores the state; default: in memory')
    .env('SANDBOX_DATA')
    .argParser(parseText('--data')),
  new Option('--webhook-url <url>', 'webhook endpoint of the default tenant')
    .env('SANDBOX_WEBHOOK_URL')
    .argParser(parseUrl('--webhook-url')),
  new Option('--webhook-secret <secret>', 'webhook secret of the default tenant; default: whsec_sandbox')
    .env('SANDBOX_WEBHOOK_SECRET')
    .argParser(parseText('--webhook-secret')),
  new Option('--control-token <token>', 'token for the control API; required if --host is not loopback')
    .env('SANDBOX_CONTROL_TOKEN')
    .argParser(parseText('--control-token')),
  new Option('--public-url <url>', 'address of this sandbox behind a proxy, for checkout URLs')
    .env('SANDBOX_PUBLIC_URL')
    .argParser(parseUrl('--public-url')),
  new Option('--allow-origin <origin>', 'let pages of this origin call the service; separate several with commas')
    .env('SANDBOX_ALLOW_ORIGIN')
    .argParser(addOrigins),
  overlayOption(),
  new Option('--assumed-rules <what>', 'refuse calls that break only unstated rules, or accept and note them')
    .env('SANDBOX_ASSUMED_RULES')
    .choices(['refuse', 'note'])
    .default('refuse'),
  new Option('--json', 'print the address and the credentials as one line of JSON').env('SANDBOX_JSON'),
];

/** Creates the command line of `escrow-sandbox`. `run` gets its options. */
export function createSandboxProgram(run: (options: CommandOptions) => Promise<void>): Command {
  const program = createProgram('escrow-sandbox', { version: packageVersion, engines: { node: nodeRange } })
    .description('The Escrow Contract Service on your own machine: stateful, with checkout, settlement and webhooks.')
    .addHelpText(
      'after',
      '\nWithout a command, it starts a sandbox.\n\nExit codes: 0 if a signal ended it; 1 if it could not start; 2 if the command line or an overlay is wrong.',
    )
    .action(() => {
      if (program.args.length === 0) return run(toOptions(program));
      const names = program.commands.map((command) => command.name()).join(', ');
      throw new CommandLineError(`Unknown command. Commands: ${names}. See --help.`);
    });
  addCommands(program);
  return addOptions(program, options);
}

function toOptions(command: Command): CommandOptions {
  // The command itself uses the overlays, before it loads what reads the document.
  const { json = false, overlay: _, data: dataFolder, allowOrigin: allowOrigins, ...values } = command.opts();
  return {
    json,
    sandbox: { ...values, ...(dataFolder !== undefined && { dataFolder }), ...(allowOrigins && { allowOrigins }) },
    warnings: warnOfVisibleSecrets(command, ['webhookSecret', 'controlToken']),
  };
}

/** The flag may be repeated. Each origin is checked when the sandbox starts. */
function addOrigins(text: string, previous: readonly string[] = []): string[] {
  return [...previous, ...text.split(',').map((origin) => origin.trim())];
}
