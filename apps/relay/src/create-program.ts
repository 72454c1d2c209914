import { Command, Option } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import type { ManageOptions } from './commands/manage.ts';
import type { RunOptions } from './commands/run-relay.ts';
import { addOptions, relayOptions, storeOptions } from './options/command-options.ts';

const manage = () => import('./commands/manage.ts');

const json = new Option('--json', 'print JSON');
const target = new Option('--target <name>', 'of this target; default: of all');
const status = new Option('--status <status>', 'those with this status').choices([
  'pending',
  'processing',
  'done',
  'dead',
]);
const dead = new Option('--dead', 'forward all dead events again');

/** The command line. It loads what a command needs only when that runs. It throws instead of ending the process. */
export function createProgram(run: (given: RunOptions) => Promise<void>): Command {
  const program = new Command('escrow-relay')
    .version(manifest.version, '--version', 'print the version of this package')
    .description('Takes the webhooks of the Escrow Contract Service, stores them and forwards them for 72 hours.')
    .exitOverride()
    .allowExcessArguments(false)
    .enablePositionalOptions();
  program.hook('preAction', (_program, command) => {
    for (const each of new Set([program, command])) warnOfPassword(each);
  });
  addOptions(program, [...relayOptions, ...storeOptions]).action(run);

  const add = (usage: string, description: string, options: readonly Option[] = []): Command =>
    addOptions(program.command(usage).description(description).exitOverride(), [...storeOptions, ...options]);
  add('list', 'list the events that wait or are dead', [target, status, json]).action(
    async (given: ManageOptions, command: Command) => (await manage()).list(withGlobals(given, command)),
  );
  add('show <key>', 'show an event without its body', [target, json]).action(
    async (key: string, given: ManageOptions, command: Command) =>
      (await manage()).show(key, withGlobals(given, command)),
  );
  add('replay [key]', 'forward a dead event again', [target, dead]).action(
    async (key: string | undefined, given: ManageOptions, command: Command) =>
      (await manage()).replay(key, withGlobals(given, command)),
  );
  add('pause [target]', 'forward nothing until resume; events are stored').action(
    async (name: string | undefined, given: ManageOptions, command: Command) =>
      (await manage()).pause(name, withGlobals(given, command)),
  );
  add('resume [target]', 'forward again').action(
    async (name: string | undefined, given: ManageOptions, command: Command) =>
      (await manage()).resume(name, withGlobals(given, command)),
  );
  return program;
}

/** An address may have its password in front of the host or as a parameter. */
function warnOfPassword(command: Command): void {
  if (command.getOptionValueSource('databaseUrl') !== 'cli') return;
  const url = URL.parse(command.getOptionValue('databaseUrl'));
  if (!url?.password && !url?.searchParams.has('password')) return;
  const warning = 'The password in --database-url is visible to the other users of this machine.';
  command.configureOutput().writeErr?.(`${warning} Set RELAY_DATABASE_URL instead.\n`);
}

/** The options of the store may stand before the name of the command, too. */
function withGlobals(given: ManageOptions, { parent }: Command): ManageOptions {
  const { store, databaseUrl, config } = parent?.opts<ManageOptions>() ?? {};
  const before = { ...(store && { store }), ...(databaseUrl && { databaseUrl }), ...(config && { config }) };
  return { ...before, ...given };
}
