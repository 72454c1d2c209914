import { Command, type Option } from 'commander';
import { describeOldNode } from '../old-node/describe-old-node.ts';
import { CommandLineError } from './command-line-error.ts';

/** What a command says about itself. */
export interface ProgramOptions {
  name: string;
  /** Its package.json. */
  manifest: { version: string; engines?: { node: string } };
  description: string;
  /** The text after the options in the help, which ends with the exit codes. */
  notes: string;
}

/**
 * Creates a command of the kit. It prints help and version, throws mistakes instead of printing them (see `runProgram`), and refuses a
 * Node that is too old before its action.
 */
export function createProgram({ name, manifest, description, notes }: ProgramOptions): Command {
  return new Command(name)
    .version(manifest.version, '--version', 'print the version')
    .helpOption('-h, --help', 'print this text')
    .helpCommand(false)
    .description(description)
    .addHelpText('after', `\n${notes.trim()}`)
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
    .hook('preAction', () => {
      const oldNode = manifest.engines && describeOldNode(manifest.engines.node);
      if (oldNode) throw new CommandLineError(oldNode);
    });
}

/** Adds options to a command. A variable that is empty, or says no to a flag, counts as not set. */
export function addOptions(command: Command, options: readonly Option[]): Command {
  for (const option of options) {
    dropUnset(option);
    command.addOption(option);
  }
  return command;
}

/** Commander would take any value for yes, even `false`. */
function dropUnset({ envVar, required: needsValue, optional: takesValue, presetArg }: Option): void {
  if (envVar === undefined) return;
  const value = process.env[envVar]?.trim() ?? '';
  const isYes = /^(1|true|y|yes)$/i.test(value);
  const isNo = /^(|0|false|n|no)$/i.test(value);
  const isSet = needsValue ? value !== '' : isYes || (takesValue && !isNo);
  if (!isSet) delete process.env[envVar];
  else if (takesValue && isYes) process.env[envVar] = String(presetArg);
}
