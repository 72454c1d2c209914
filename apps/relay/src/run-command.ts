import { runProgram } from '@escrow-kit/shared/command-line';
import type { RunOptions } from './commands/run-relay.ts';
import { createProgram } from './create-program.ts';

/** Of mistakes on the command line, in the secret file or of the store, and of a store that fails. */
const exitCodes = { relay: 2, configuration: 2, inbox: 1 };

/** Runs `escrow-relay` with these arguments and the environment, and returns the exit code. */
export const runCommand = (args: string[]): Promise<number> => runProgram(createProgram(run), args, { exitCodes });

async function run(given: RunOptions): Promise<void> {
  const { runRelay } = await import('./commands/run-relay.ts');
  await runRelay(given);
}
