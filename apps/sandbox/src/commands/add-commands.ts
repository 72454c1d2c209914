import {
  addOptions,
  CommandLineError,
  parseNumber,
  parseText,
  warnOfVisibleSecrets,
} from '@escrow-kit/shared/command-line';
import { findOverlayFiles, useOverlays } from '@escrow-kit/spec/overlay';
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import type { ListOptions } from './follow.ts';
import { type Target, targetOptions, triggers } from './target.ts';
import type { TriggerOptions } from './trigger.ts';

// The commands that use a running sandbox. Each loads what it needs only when it runs, so the start of a sandbox loads none of it.

const triggerNotes = Object.entries(triggers).map(([name, meaning]) => `\n  ${name.padEnd(12)}  ${meaning}`);

const exitCodes =
  '\nExit codes: 0 on success; 1 if the sandbox refused or did not answer; 2 if the command line is wrong.';

/** Adds the commands that use a running sandbox to the one that starts it. */
export function addCommands(program: Command): void {
  program.enablePositionalOptions().allowExcessArguments();
  program.hook('preSubcommand', (_, command) => {
    const started = program.options.find((option) => program.getOptionValueSource(option.attributeName()) === 'cli');
    if (!started) return;
    const remedy = `Put the options of ${command.name()} after its name.`;
    throw new CommandLineError(`${started.long} before ${command.name()} is for starting a sandbox. ${remedy}`);
  });
  addTrigger(program);
  addList(program, 'events', 'Prints the newest delivery attempts, one per line.');
  addList(program, 'requests', 'Prints the newest requests to the service, one per line.');
  addMcp(program);
}

function addTrigger(program: Command): void {
  const trigger = program
    .command('trigger')
    .description("Makes an event happen on a running sandbox and prints the receiver's answer.")
    .addArgument(new Argument('<what>', 'one of the events below').choices(Object.keys(triggers)))
    .addHelpText('after', `${triggerNotes.join('')}\n${exitCodes}`);
  const own = [
    new Option('--milestone <id>', 'use this milestone instead of opening a contract').argParser(
      parseText('--milestone'),
    ),
    new Option('--price <amount>', 'price of the milestone; default: 1000').argParser(parsePrice),
    new Option('--buyer <phone>', 'phone number of the buyer').argParser(parseText('--buyer')),
    new Option('--seller <phone>', 'phone number of the seller').argParser(parseText('--seller')),
  ];
  addAction<TriggerOptions>(trigger, own, async ({ milestone, price, buyer, seller, ...target }) => {
    if (milestone !== undefined && (price !== undefined || seller !== undefined)) {
      throw new CommandLineError('The milestone already has a price and a seller. Leave out --price and --seller.');
    }
    const { runTrigger } = await import('./trigger.ts');
    await runTrigger(trigger.processedArgs[0], target, { milestone, price, buyer, seller });
  });
}

function addList(program: Command, name: 'events' | 'requests', description: string): void {
  const list = program
    .command(name)
    .description(description)
    .addHelpText('after', `\nTimes are those of the tenant's clock.${exitCodes}`);
  const own = [
    new Option('--follow', 'print new ones until Ctrl-C'),
    new Option('--limit <count>', 'number of lines to print first').default(20).argParser(parseNumber({ most: 1000 })),
    new Option('--json', 'print each as one line of JSON'),
  ];
  addAction<ListOptions>(list, own, async ({ follow, limit, json, ...target }) => {
    const { runList } = await import('./follow.ts');
    await runList(name, target, { follow, limit, json });
  });
}

/** Its stdout belongs to the protocol. */
function addMcp(program: Command): void {
  const mcp = program
    .command('mcp')
    .description('Runs a Model Context Protocol (MCP) server over stdio. Lets an assistant use a running sandbox.')
    .addHelpText('after', exitCodes);
  addAction(mcp, [], async (target) => {
    // The tools read the document. They are loaded after the overlays of the environment are applied to it.
    await useOverlays(findOverlayFiles([], process.env));
    const { runMcp } = await import('../mcp/run-mcp.ts');
    await runMcp({ ...target, isUrlGiven: mcp.getOptionValueSource('url') !== 'default' });
  });
}

/** Adds the options of a command, and those of each that uses a running sandbox. `run` gets them all. */
function addAction<Own>(command: Command, own: readonly Option[], run: (options: Own & Target) => Promise<void>): void {
  addOptions(command, [...own, ...targetOptions]).action(async () => {
    for (const line of warnOfVisibleSecrets(command, ['controlToken'])) process.stderr.write(`${line}\n`);
    await run(command.opts<Own & Target>());
  });
}

function parsePrice(text: string): number {
  if (/^\d{1,12}(\.\d{1,2})?$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give an amount with at most two decimals, such as 1000 or 99.50.');
}
