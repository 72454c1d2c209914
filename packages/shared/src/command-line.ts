import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { describeOldNode } from './this-machine.ts';

/** What the caller gave is wrong, or asked for an end. The message says what is wrong and what to do, and repeats no secret. */
export class CommandLineError extends CommanderError {
  constructor(message: string, { exitCode = 2, cause }: { exitCode?: number; cause?: unknown } = {}) {
    super(exitCode, 'command_line', message);
    this.cause = cause;
  }
}

/** Creates a command of the kit, for `runProgram`. Before an action it refuses a Node that is too old for the package.json. */
export function createProgram(name: string, manifest: { version: string; engines: { node: string } }): Command {
  return new Command(name)
    .version(manifest.version, '--version', 'print the version')
    .helpOption('-h, --help', 'print this text')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
    .hook('preAction', () => {
      const oldNode = describeOldNode(manifest.engines.node);
      if (oldNode) throw new CommandLineError(oldNode);
    });
}

/** Adds options to a command. A variable that is empty, or says no to a flag, counts as not set. */
export function addOptions(command: Command, options: readonly Option[]): Command {
  for (const option of options) {
    const value = process.env[option.envVar ?? '']?.trim() ?? '';
    // Commander would take any value of a flag for yes, even `false`.
    const isSet = option.isBoolean() ? /^(1|true|y|yes)$/i.test(value) : value !== '';
    if (!isSet) delete process.env[option.envVar ?? ''];
    command.addOption(option);
  }
  return command;
}

/** Reads a whole number of this range from an option. */
export function parseNumber({ least = 1, most }: { least?: number; most: number }): (value: string) => number {
  return (value) => {
    const given = Number(value);
    if (/^\d+$/.test(value.trim()) && given >= least && given <= most) return given;
    throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`);
  };
}

/** The option of overlays. `findOverlayFiles` reads it, too, before the command line is parsed. */
export const overlayOption = (): Option =>
  new Option('--overlay <file>', 'OpenAPI Overlay with the differences of your deployment; can be repeated')
    .env('ESCROW_OVERLAY')
    .argParser((file: string, others: string[] = []) => [...others, file]);

/** Reads a text from an option. Refuses nothing and what looks like the next option, without repeating it: it may be a secret. */
export function parseText(flag: string): (value: string) => string {
  return (value) => {
    // A variable that was read from a file may end with a line break.
    const given = value.trim();
    if (given === '') throw new CommandLineError(`${flag} is empty. Give a value or leave it out.`);
    if (given.startsWith('--')) throw new CommandLineError(`${flag} has no value. Give one or leave it out.`);
    return given;
  };
}

/** A line for each of these options, by attribute name, that is on the command line, where others see it: which variable to set instead. */
export const warnOfVisibleSecrets = (command: Command, names: readonly string[]): string[] =>
  command.options
    .filter((option) => names.includes(option.attributeName()))
    .filter((option) => command.getOptionValueSource(option.attributeName()) === 'cli')
    .map(({ long, envVar }) => `${long} is visible to the other users of this machine. Set ${envVar} instead.`);

interface RunOptions {
  /** The exit codes of errors whose message is all that the caller needs, by their `code`. */
  exitCodes?: Readonly<Record<string, number>>;
  /** The exit code of any other error. Default: 1. */
  bugExitCode?: number;
  /** Takes secrets out of a message. */
  hide?: (message: string) => string;
}

/**
 * Runs a command, and resolves with its exit code: 0, 2 if its arguments, variables or overlays are wrong, or that of the error. A
 * mistake is printed in one line on stderr; any other error is a bug, and is printed with its stack.
 */
export async function runProgram(program: Command, args: string[], options: RunOptions = {}): Promise<number> {
  const { exitCodes, bugExitCode = 1, hide = (message) => message } = options;
  const end = (message: string, exitCode: number): number => {
    process.stderr.write(`${program.name()}: ${hide(message)}\n`);
    return exitCode;
  };
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommandLineError) return end(error.message, error.exitCode);
    // The help or the version was printed.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : end(describeMistake(program, error), 2);
    const { code = '', message = String(error), stack = message } = error as NodeJS.ErrnoException;
    const exitCode = { overlay: 2, ...exitCodes }[code];
    return exitCode === undefined ? end(stack, bugExitCode) : end(message, exitCode);
  }
}

/** The error of commander in one line, without a value that may be a secret. */
function describeMistake({ commands }: Command, { code, message }: CommanderError): string {
  const names = `Commands: ${commands.map((command) => command.name()).join(', ')}. See --help.`;
  // Commander would print its help as an error.
  if (code === 'commander.help') return `A command is missing. ${names}`;
  const reason = message
    .replace(/^error: /, '')
    .replaceAll('\n', ' ')
    // What is joined to an option, and an argument after an unknown one, may be a secret.
    .replaceAll(/=[^']*'/g, "'")
    .replaceAll(/'(-[^-'])[^'< ,]+'/g, "'$1'")
    .replace(/ but got \d+:.*$/, '')
    .replace(/\.?$/, '.');
  return `${reason} ${code === 'commander.unknownCommand' ? names : 'Run with --help to see the options.'}`;
}
