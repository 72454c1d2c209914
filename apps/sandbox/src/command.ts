#!/usr/bin/env node
import { endWithNpx } from '@escrow-kit/shared/end-with-npx';
import { findOverlayFiles, OverlayError, useOverlays } from '@escrow-kit/spec/overlay';
import { CommanderError } from 'commander';
import { CommandLineError, readCommandOptions } from './command-options.ts';
import { greeting } from './greeting.ts';
import { SandboxStartError } from './sandbox-start-error.ts';
import { startSandbox } from './start-sandbox.ts';

/** Errors of the database have about ten frames of libraries above the sandbox's own. */
const stackTraceLimit = 50;

Error.stackTraceLimit = stackTraceLimit;
await run().catch((error: unknown) => {
  if (error instanceof CommanderError) return;
  process.stderr.write(`escrow-sandbox: ${describe(error)}\n`);
  process.exitCode = 1;
});

async function run(): Promise<void> {
  const args = process.argv.slice(2);
  const { sandbox: options, json } = readCommandOptions(args);
  await useOverlays(findOverlayFiles(args, process.env));
  // The sandbox keeps running when nothing reads its output.
  process.stdout.on('error', () => {});
  const sandbox = await startSandbox(options);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => sandbox.close());
  endWithNpx();
  const { url, credentials } = sandbox;
  process.stdout.write(json ? `${JSON.stringify({ url, credentials })}\n` : greeting(sandbox, options));
}

/** A mistake of the caller is one line. Anything else is a bug and needs its stack. */
function describe(error: unknown): string {
  const mistakes = [CommandLineError, SandboxStartError, OverlayError];
  if (error instanceof Error && mistakes.some((mistake) => error instanceof mistake)) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
