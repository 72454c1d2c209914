import { addOptions, createProgram as createKitProgram, warnOfVisibleSecrets } from '@escrow-kit/shared/command-line';
import { type Command, InvalidArgumentError, Option } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import type { ManageOptions } from './commands/manage.ts';
import type { RunOptions } from './commands/run-relay.ts';
import { relayOptions, storeOptions } from './options/command-options.ts';

const manage = () => import('./commands/manage.ts');

const json = new Option('--json', 'print JSON');
const target = new Option('--target <name>', 'of this target; default: of all');
const status = new Option('--status <status>', 'those with this status').choices([
  'pending',
  'processing',
  'done',
  'dead',
]);
const limit = new Option('--limit <count>', 'at most so many with each status').default(100).argParser(parseCount);
const dead = new Option('--dead', 'forward all dead events again');

const exitCodes =
  'Exit codes: 0 if it ended in order; 1 if a store failed or a second signal ended it; 2 if the command line, a file or an overlay is wrong, or the store can not be used.';

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

  const add = (usage: string, description: string, options: readonly Option[] = []): Command =>
    addOptions(program.command(usage).description(description).addHelpText('after', `\n${exitCodes}`), [
      ...storeOptions,
      ...options,
    ]);
  add('list', 'list the events that wait or are dead', [target, status, limit, json]).action(
    async (given: ManageOptions & { limit: number }, command: Command) =>
      (await manage()).list(withGlobals(given, command)),
  );
  add('show <id>', 'show an event, named by its key or webhook-id, without its body', [target, json]).action(
    async (id: string, given: ManageOptions, command: Command) =>
      (await manage()).show(id, withGlobals(given, command)),
  );
  add('replay [id]', 'forward a dead event again, named by its key or webhook-id', [target, dead]).action(
    async (id: string | undefined, given: ManageOptions, command: Command) =>
      (await manage()).replay(id, withGlobals(given, command)),
  );
  add('discard', 'delete the quarantined bodies: signed, but without an event', [target]).action(
    async (given: ManageOptions, command: Command) => (await manage()).discard(withGlobals(given, command)),
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

function parseCount(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a whole number above 0.');
}

/** The options of the store may stand before the name of the command, too. */
function withGlobals<Given extends ManageOptions>(given: Given, { parent }: Command): Given {
  const { store, databaseUrl, config } = parent?.opts<ManageOptions>() ?? {};
  const before = { ...(store && { store }), ...(databaseUrl && { databaseUrl }), ...(config && { config }) };
  return { ...before, ...given };
}
