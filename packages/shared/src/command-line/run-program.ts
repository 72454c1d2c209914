import { Command, CommanderError } from 'commander';
import { CommandLineError } from './command-line-error.ts';

/** What differs in a command. */
export interface RunOptions {
  /** The exit codes of errors whose message is all that the caller needs, by their `code`. */
  exitCodes?: Readonly<Record<string, number>>;
  /** The exit code of any other error. Default: 1. */
  bugExitCode?: number;
  /** Takes secrets out of a message. */
  hide?: (message: string) => string;
  /** Gets what is printed about a failure. */
  onFailure?: (message: string) => void;
}

/** Of every command: what the caller gave is wrong. */
const usualExitCodes = { overlay: 2 };

/**
 * Runs a command, and resolves with its exit code: 0, 2 if its arguments, variables or overlays are wrong, or that of the error. A
 * mistake is printed in one line on stderr; any other error is a bug, and is printed with its stack.
 */
export async function runProgram(program: Command, args: string[], options: RunOptions = {}): Promise<number> {
  const { hide = (message) => message, onFailure } = options;
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // The help or the version was printed.
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    const shown = error instanceof CommanderError ? toCommandLineError(program, error) : error;
    const { text, exitCode } = describe(shown, options);
    const message = hide(text);
    process.stderr.write(`${program.name()}: ${message}\n`);
    onFailure?.(message);
    return exitCode;
  }
}

function describe(error: unknown, { exitCodes = {}, bugExitCode = 1 }: RunOptions): { text: string; exitCode: number } {
  if (!(error instanceof Error)) return { text: String(error), exitCode: bugExitCode };
  if (error instanceof CommandLineError) return { text: error.message, exitCode: error.exitCode };
  const code = 'code' in error ? String(error.code) : '';
  const exitCode = new Map(Object.entries({ ...usualExitCodes, ...exitCodes })).get(code);
  if (exitCode !== undefined) return { text: error.message, exitCode };
  return { text: error.stack ?? error.message, exitCode: bugExitCode };
}

/** The error of commander in one line, without a value that may be a secret. */
function toCommandLineError(program: Command, error: CommanderError): CommandLineError {
  // Without a command, commander would print its help as an error.
  if (error.code === 'commander.help') {
    return new CommandLineError(`A command is missing. ${listCommands(program)}`, { cause: error });
  }
  const { code, message } = (error.code === 'commander.excessArguments' && findUnknownCommand(program)) || error;
  const reason = message
    .replace(/^error: /, '')
    .replaceAll('\n', ' ')
    // What is joined to an option, and an argument after an unknown one, may be a secret.
    .replaceAll(/=[^']*'/g, "'")
    .replaceAll(/'(-[^-'])[^'< ,]+'/g, "'$1'")
    .replace(/ but got \d+:.*$/, '')
    .replace(/\.?$/, '.');
  const help = code === 'commander.unknownCommand' ? listCommands(program) : 'Run with --help to see the options.';
  return new CommandLineError(`${reason} ${help}`, { cause: error });
}

const listCommands = ({ commands }: Command): string =>
  `Commands: ${commands.map((command) => command.name()).join(', ')}. See --help.`;

/** Commander takes a misspelt command for an argument where the program works without one, too. */
function findUnknownCommand({ args, commands }: Command): CommanderError | undefined {
  if (commands.length === 0) return undefined;
  const names = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  for (const command of commands) names.command(command.name());
  try {
    names.parse(args.slice(0, 1), { from: 'user' });
  } catch (error) {
    return error as CommanderError;
  }
  return undefined;
}
