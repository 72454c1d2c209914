#!/usr/bin/env node
import { CommanderError } from 'commander';
import { CommandLineError, readCommandOptions } from './command-options.ts';

const oldestNode = 24;

process.exitCode = await run().catch((error: unknown) => {
  if (error instanceof CommanderError) return error.exitCode;
  process.stderr.write(`contract-tests: ${describe(error)}\n`);
  return error instanceof CommandLineError ? error.exitCode : 2;
});

async function run(): Promise<number> {
  const [major = '0'] = process.versions.node.split('.');
  if (Number(major) < oldestNode) throw new CommandLineError(`needs Node ${oldestNode}; this is ${process.version}.`);
  const options = readCommandOptions(process.argv.slice(2));
  // Loaded after the command line is read, so that a mistake there is told at once.
  const { runVerify } = await import('./verify-command.ts');
  return runVerify(options);
}

/** A mistake of the caller is one line; anything else is a defect of ours and needs its stack. */
function describe(error: unknown): string {
  if (error instanceof CommandLineError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
