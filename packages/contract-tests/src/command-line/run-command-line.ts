import { createProgram, runProgram } from '@escrow-kit/shared/command-line';
import { escapeHidden } from '../deployment/text.ts';
import { nodeRange, packageVersion } from '../package/package-manifest.ts';
import { addObserve } from './observe-command.ts';
import { addStates } from './states-command.ts';
import { addVerify } from './verify-command.ts';

/** Runs `contract-tests` with these arguments and the environment, and returns the exit code. */
export async function runCommandLine(args: string[]): Promise<number> {
  let exitCode = 0;
  const onEnd = (code: number) => {
    exitCode = code;
  };
  const program = createProgram('contract-tests', { version: packageVersion, engines: { node: nodeRange } })
    .description(
      'Checks a deployment of the Escrow Contract Service, compares its recorded traffic with the document, and sets up states for pacts.',
    )
    .addHelpText('after', '\nExit codes: 0 on success. The help of each command lists the others.');
  addVerify(program, onEnd);
  addObserve(program, onEnd);
  addStates(program, onEnd);
  return (await runProgram(program, args, { bugExitCode: 2, hide: hideForeign })) || exitCode;
}

/** Only the frames of a stack begin a line, because a message can quote what a service sent. */
const hideForeign = (message: string): string => escapeHidden(message.replaceAll(/\n(?! {4}at )/g, String.raw`\n`));
