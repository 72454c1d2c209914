import {
  addOptions,
  createProgram as createKitProgram,
  parseNumber,
  warnOfVisibleSecrets,
} from '@escrow-kit/shared/command-line';
import { type Command, Option } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import type * as Manage from './commands/manage.ts';
import type { RunOptions } from './commands/run-relay.ts';
import { relayOptions, storeOptions } from './options/command-options.ts';

const json = new Option('--json', 'print JSON');
const target = new Option('--target <name>', 'of this target; default: of all');
const status = new Option('--status <status>', 'those with this status').choices([
  'pending',
  'processing',
  'done',
  'dead',
]);
const limit = new Option('--limit <count>', 'at most so many with each status; default: 100').argParser(
  parseNumber({ most: 999_999_999 }),
);
const dead = new Option('--dead', 'forward all dead events again');

const exitCodes =
  'Exit codes: 0 if it ended in order; 1 if a store failed or a second signal ended it; 2 if the command line or the secret file is wrong, or the store can not be used.';

/** The command line. It loads what a command needs only when that runs. It throws instead of ending the process. */
export function createProgram(run: (given: RunOptions) => Promise<void>): Command {
  const program = createKitProgram({
    name: 'escrow-relay',
    manifest,
    description: 'Takes the webhooks of the Escrow Contract Service, stores them and forwards them for 72 hours.',
    notes: exitCodes,
  }).enablePositionalOptions();
  program.hook('preAction', (_program, command) => {
    for (const each of new Set([program, command])) {
      for (const line of warnOfVisibleSecrets(each, ['databaseUrl'])) process.stderr.write(`${line}\n`);
    }
  });
  addOptions(program, [...relayOptions, ...storeOptions]).action(run);

  /** Adds the command that a function of `commands/manage.ts` runs, with the name of what it concerns. */
  function add(usage: string, name: keyof typeof Manage, description: string, options: readonly Option[] = []): void {
    const command = program.command(usage).description(description).addHelpText('after', `\n${exitCodes}`);
    addOptions(command, [...storeOptions, ...options]).action(async () => {
      const manage = await import('./commands/manage.ts');
      await manage[name](withGlobals(command), command.args[0]);
    });
  }
  add('list', 'list', 'list the events that wait or are dead', [target, status, limit, json]);
  add('show <webhook-id>', 'show', 'show an event, without its body', [target, json]);
  add('replay [webhook-id]', 'replay', 'forward a dead event again', [target, dead]);
  add('discard', 'discard', 'delete the quarantined bodies: signed, but without an event', [target]);
  add('pause [target]', 'pause', 'forward nothing until resume; events are stored');
  add('resume [target]', 'resume', 'forward again');
  return program;
}

/** The options of the store may stand before the name of the command, too. */
function withGlobals(command: Command): Manage.ManageOptions {
  const { store, databaseUrl } = command.parent?.opts<Manage.ManageOptions>() ?? {};
  return { ...(store && { store }), ...(databaseUrl && { databaseUrl }), ...command.opts<Manage.ManageOptions>() };
}
