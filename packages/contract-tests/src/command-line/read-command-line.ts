import { Command, CommanderError } from 'commander';
import { packageVersion } from '../package/package-manifest.ts';
import { CommandLineError } from '../preflight/command-line-error.ts';
import { addObserve, type ObserveOptions } from './observe-options.ts';
import { toCommandLineError } from './option-values.ts';
import { addVerify, type VerifyOptions } from './verify-options.ts';

/** The given command with its options. */
type GivenCommand = { name: 'verify'; options: VerifyOptions } | { name: 'observe'; options: ObserveOptions };

/** Reads the command line and the environment. Prints the help and ends if asked to. */
export function readCommandLine(args: string[]): GivenCommand {
  const given: GivenCommand[] = [];
  const program = new Command('contract-tests')
    .version(packageVersion)
    .description(
      'Checks a deployment of the Escrow Contract Service against its description, and learns from its traffic.',
    )
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  addVerify(program, (options) => given.push({ name: 'verify', options }));
  addObserve(program, (options) => given.push({ name: 'observe', options }));
  try {
    program.parse(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode !== 0) throw toCommandLineError(error);
    throw error;
  }
  const [command] = given;
  if (!command) throw new CommandLineError('A command is missing. Run with --help to see the commands.');
  return command;
}
