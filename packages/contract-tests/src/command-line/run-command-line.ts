import { createProgram, runProgram } from '@escrow-kit/shared/command-line';
import { escapeHidden } from '../deployment/escape-hidden.ts';
import { nodeRange, packageVersion } from '../package/package-manifest.ts';
import { addObserve } from './observe-options.ts';
import { addVerify } from './verify-options.ts';

/** Runs `contract-tests` with these arguments and the environment, and returns the exit code. */
export async function runCommandLine(args: string[]): Promise<number> {
  let exitCode = 0;
  const program = createProgram({
    name: 'contract-tests',
    manifest: { version: packageVersion, engines: { node: nodeRange } },
    description:
      'Checks a deployment of the Escrow Contract Service against its description, and learns from its traffic.',
    notes:
      'Exit codes: 0 if what was asked for holds and is whole; 1 if not; 2 if it could not start; 130 or 143 if a signal stopped it.',
  });
  // Loaded only now, so that the lines above are fast and also run on a Node that can't load it.
  addVerify(program, async (options) => {
    exitCode = await (await import('./verify-command.ts')).runVerify(options);
  });
  addObserve(program, async (options) => {
    exitCode = await (await import('./observe-command.ts')).runObserve(options);
  });
  return (await runProgram(program, args, { bugExitCode: 2, hide: escapeHidden })) || exitCode;
}
