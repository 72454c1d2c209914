import { runProgram } from '@escrow-kit/shared/command-line';
import { endWithNpx } from '@escrow-kit/shared/end-with-npx';
import { findOverlayFiles, useOverlays } from '@escrow-kit/spec/overlay';
import { type CommandOptions, createSandboxProgram } from './command-options.ts';
import { greeting } from './greeting.ts';
import { startSandbox } from './start-sandbox.ts';

/** Runs `escrow-sandbox` with these arguments and the environment, and returns the exit code once the sandbox listens. */
export function runCommand(args: string[]): Promise<number> {
  return runProgram(
    createSandboxProgram((options) => run(args, options)),
    args,
    { exitCodes: { sandbox_start: 1 } },
  );
}

async function run(args: string[], { sandbox: options, json, warnings }: CommandOptions): Promise<void> {
  for (const line of warnings) process.stderr.write(`${line}\n`);
  await useOverlays(findOverlayFiles(args, process.env));
  // The sandbox keeps running when nothing reads its output.
  process.stdout.on('error', () => {});
  const sandbox = await startSandbox(options);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => sandbox.close());
  endWithNpx();
  const { url, credentials } = sandbox;
  process.stdout.write(json ? `${JSON.stringify({ url, credentials })}\n` : greeting(sandbox, options));
}
