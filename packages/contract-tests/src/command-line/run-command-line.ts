import { describeOldNode } from '@escrow-kit/shared/describe-old-node';
import { CommanderError } from 'commander';
import { escapeHidden } from '../deployment/escape-hidden.ts';
import { nodeRange } from '../package/package-manifest.ts';
import { CommandLineError } from '../preflight/command-line-error.ts';
import { toCommand } from '../report/github-command.ts';
import { readCommandLine } from './read-command-line.ts';

/** Runs `contract-tests` with these arguments and the environment, and returns the exit code. */
export async function runCommandLine(args: string[]): Promise<number> {
  try {
    const command = readCommandLine(args);
    const oldNode = describeOldNode(nodeRange);
    if (oldNode) throw new CommandLineError(oldNode);
    // Loaded only now, so that the lines above are fast and also run on a Node that can't load it.
    if (command.name === 'verify') return await (await import('./verify-command.ts')).runVerify(command.options);
    return await (await import('./observe-command.ts')).runObserve(command.options);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    const message = escapeHidden(describe(error));
    process.stderr.write(`contract-tests: ${message}\n`);
    // Where the options can't be read, too. A variable that does not switch it on is unset by then.
    if (args.includes('--github') || process.env['ESCROW_GITHUB'])
      process.stdout.write(toCommand('error', { title: 'Contract tests', message }));
    return error instanceof CommandLineError ? error.exitCode : 2;
  }
}

/** A mistake of the caller is one line. Anything else is a bug and needs its stack. */
function describe(error: unknown): string {
  if (error instanceof CommandLineError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
